import { isOpenapi, openapiReferences, readYaml } from '@docent/content'
import { Description } from './description.ts'

/** How many files one description may refer to, directly or not. */
const MOST_FILES = 500
const LONGEST = 32_000_000
const MOST_ALIASES = 1_000

/**
 * The OpenAPI description in a file, with what it refers to; undefined for other data.
 *
 * @param textOf text of a data file; undefined for one that is not there
 * @throws Error for a description that cannot be read.
 */
export function readDescription(
  file: string,
  textOf: (file: string) => string | undefined,
): Description | undefined {
  if (!isOpenapi(file, textOf(file) ?? '')) return undefined
  const documents = new Map<string, unknown>()
  const queue = [file]
  for (const path of queue) {
    const text = textOf(path)
    if (text === undefined || documents.has(path) || documents.size >= MOST_FILES) continue
    documents.set(path, readYaml(text, { longest: LONGEST, mostAliases: MOST_ALIASES }))
    queue.push(...openapiReferences(text, path))
  }
  return new Description(file, documents)
}
