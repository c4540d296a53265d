import { parsePage } from '@docent/content'
import type { ParsedFile, SourceText } from './page-parser.ts'

/** Decodes and parses one file: what both the thread of the server and the worker threads run. */
export function parseSourceText({ file, content, expanded, root }: SourceText): ParsedFile {
  try {
    const written = parsePage(file, new TextDecoder().decode(content), { root })
    const { page, passages } = expanded === undefined ? written : parsePage(file, expanded, { root })
    return { file, page, passages, problems: written.problems }
  } catch (error) {
    return { file, failure: error instanceof Error ? error.message : String(error) }
  }
}
