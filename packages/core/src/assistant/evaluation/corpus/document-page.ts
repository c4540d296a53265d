import { MARKDOWN_EXTENSION, type ParsedPage, parsePage } from '@docent/content'
import type { TestCorpus } from './beir.ts'

/** A document of a test collection as a page of the index, in a file of that name. */
export function documentPage(name: string, { id, title, text }: TestCorpus['documents'][number]): ParsedPage {
  const frontmatter = `---\ntitle: ${JSON.stringify(title || id)}\n---`
  return parsePage(`${name}${MARKDOWN_EXTENSION}`, `${frontmatter}\n\n${withoutTitle(text, title)}\n`)
}

/** Many collections repeat the title as the beginning of the text, where its words would count twice. */
function withoutTitle(text: string, title: string): string {
  const rest = text.startsWith(title) ? text.slice(title.length) : text
  return /^[\p{L}\p{N}]/u.test(rest) ? text : rest
}
