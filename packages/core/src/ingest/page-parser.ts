import type { Page, Passage, Problem } from '@docent/content'
import type { CallOptions } from '../ports/call-options.ts'

/** A documentation file to parse. */
export interface SourceText {
  /** Repository-relative, posix. */
  file: string
  content: Uint8Array
  /** The text with the texts of the files it includes: pages are made of this, problems are told of `content`. */
  expanded?: string
  /** Documentation folder in the repository: route paths are relative to it. */
  root: string
}

export type ParsedFile =
  | { file: string; page: Page; passages: Passage[]; problems: Problem[] }
  /** The parser broke on this file; the others are not harmed. */
  | { file: string; failure: string }

/** Parses documentation files, in this thread or in others. */
export interface PageParser {
  /** One result for each file, in their order. */
  parse(files: readonly SourceText[], options?: CallOptions): Promise<ParsedFile[]>
  close(): Promise<void>
}
