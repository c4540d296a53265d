import type { Passage } from '@docent/content'

/** A paragraph of its own: what an operation is called. */
const OPERATION = /^`([A-Z]{1,20} \/[^`\n]*|WEBHOOK [^`\n]+)`$/
/** The paragraph below: what code calls it. */
const ID = /^Operation ID: `([^`\n]+)`$/
/** An ID that readers also type when they mean no operation: `login`. */
const PLAIN_WORD = /^[A-Za-z][a-z]*$/
/** In no word of a text. */
const MARK = '\0'

/** Names of the operation that a page begins with, each whole: the words of `GET /users` are in every path that it begins. */
export function operationTerms({ headings, title, content }: Passage): string[] {
  if (headings.some((heading) => heading !== title)) return []
  const paragraphs = content.split('\n\n')
  const at = paragraphs.findIndex((paragraph) => OPERATION.test(paragraph))
  const names = [OPERATION.exec(paragraphs[at] ?? '')?.[1], ID.exec(paragraphs[at + 1] ?? '')?.[1]]
  const isName = (name: string | undefined) => name !== undefined && !PLAIN_WORD.test(name)
  return at < 0 ? [] : names.filter(isName).map((name = '') => operationTerm(name))
}

/** @param name `GET /users`, or the ID of an operation; as code or without marks */
export function operationTerm(name: string): string {
  return MARK + name.trim().replace(/^`|`$/g, '').toLowerCase()
}
