import { isDocumentationFile, type Problem } from '@docent/content'
import type { DocsRevision } from '../site/docs-revision.ts'
import { openapiProblems } from './openapi-problems.ts'

/** What the base revisions of a run have wrong. A base does not change, so each of its files is checked once. */
export class BaseProblems {
  readonly #known = new Map<string, ReadonlySet<string>>()

  /** Keys of the problems of a file of the base. */
  async of(base: string, before: DocsRevision, file: string, compile: boolean): Promise<ReadonlySet<string>> {
    const key = `${base}:${compile}:${file}`
    const known = this.#known.get(key)
    if (known) return known
    const found = new Set((await problemsOf(before, file, compile)).map(problemKey))
    this.#known.set(key, found)
    return found
  }
}

async function problemsOf(before: DocsRevision, file: string, compile: boolean): Promise<Problem[]> {
  if (!isDocumentationFile(file)) return openapiProblems(before, file)
  return ((await before.check([file], { compile })).get(file) ?? []).map(({ problem }) => problem)
}

/**
 * Lines move when text is added above them, and pages move whole, their relative links rewritten: a problem is known by
 * what it says, but for the link as it is written. An entry of the navigation is known by its file and its words.
 */
export function problemKey({ file, rule, message }: Problem): string {
  if (rule.startsWith('navigation-')) return `${rule}\0${file}\0${message}`
  return `${rule}\0${message.replace(/^"[^"]*" (?=leads|names)/, '').replace(/\bline \d+/g, 'line')}`
}
