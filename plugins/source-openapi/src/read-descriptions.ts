import { isOpenapi, openapiReferences } from '@docent/content'
import type { CallOptions, SourceFile } from '@docent/core'
import { parse } from 'yaml'
import { Description } from './description.ts'

const DATA_FILE = /\.(?:json|ya?ml)$/i
/** How many files one description may refer to, directly or not. */
const MOST_FILES = 500

/** A description that cannot be read. */
export interface UnreadableDescription {
  file: string
  reason: string
}

/** Every OpenAPI description among the files, with what it refers to; those that cannot be read are told apart. */
export async function readDescriptions(
  files: readonly SourceFile[],
  options: CallOptions,
): Promise<{ descriptions: Description[]; unreadable: UnreadableDescription[] }> {
  const byPath = new Map(files.filter(({ path }) => DATA_FILE.test(path)).map((file) => [file.path, file]))
  const texts = new Map<string, string>()
  const read = async (file: SourceFile) => {
    const known = texts.get(file.path)
    if (known !== undefined) return known
    const text = new TextDecoder().decode(await file.read(options))
    texts.set(file.path, text)
    return text
  }
  const descriptions: Description[] = []
  const unreadable: UnreadableDescription[] = []
  for (const file of byPath.values()) {
    if (!isOpenapi(file.path, await read(file))) continue
    const documents = new Map<string, unknown>()
    const queue = [file.path]
    try {
      for (const path of queue) {
        const found = byPath.get(path)
        if (found === undefined || documents.has(path) || documents.size >= MOST_FILES) continue
        const text = await read(found)
        documents.set(path, parse(text, { logLevel: 'error', maxAliasCount: 1_000 }))
        queue.push(...openapiReferences(text, path))
      }
      descriptions.push(new Description(file.path, documents))
    } catch (error) {
      options.signal?.throwIfAborted()
      unreadable.push({
        file: file.path,
        reason: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error),
      })
    }
  }
  return { descriptions, unreadable }
}
