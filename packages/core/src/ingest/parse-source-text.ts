import { parsePage } from '@docent/content'
import type { ParsedFile, SourceText } from './page-parser.ts'

/** Decodes and parses one file: what both the thread of the server and the worker threads run. */
export function parseSourceText({ file, content, root }: SourceText): ParsedFile {
  try {
    const { page, passages, problems } = parsePage(file, new TextDecoder().decode(content), { root })
    return { file, page, passages, problems }
  } catch (error) {
    return { file, failure: error instanceof Error ? error.message : String(error) }
  }
}
