import { defined } from '@docent/content'
import type { IndexProblemKind } from '../../domain/index-problem.ts'
import type { CallOptions } from '../../ports/call-options.ts'
import type { SourceFile } from '../../ports/docs-source.ts'
import { type IncludedTexts, NOTHING_INCLUDED } from '../source/included-texts.ts'
import type { PageParser, ParsedText, SourceText } from './page-parser.ts'

/** A file to read and parse. */
export interface FileToParse {
  file: SourceFile
  /** Repository-relative, posix. */
  path: string
  /** Files that it took texts from when it was parsed last. */
  includes: readonly string[]
}

export type FileResult<File extends FileToParse> =
  | { candidate: File; parsed: ParsedText }
  | ({ candidate: File } & FileFailure)

export interface FileFailure {
  failure: string
  /** Default: `unreadable`. */
  kind?: IndexProblemKind
  /** Files whose texts it had when it failed. */
  included: string[]
}

/** Reads and parses files, and those whose texts they take: one result for each, in their order. */
export async function parseFiles<File extends FileToParse>(
  candidates: readonly File[],
  parser: PageParser,
  texts: IncludedTexts,
  options: CallOptions,
): Promise<FileResult<File>[]> {
  const results = new Map<File, FileResult<File>>()
  let waiting = await Promise.all(
    candidates.map(async (candidate) => ({ candidate, text: await sourceText(candidate, texts, options) })),
  )
  while (waiting.length > 0) {
    const parsed = await parser.parse(
      waiting.map(({ text }) => text),
      options,
    )
    const again: typeof waiting = []
    for (const [at, { candidate, text }] of waiting.entries()) {
      const result = parsed[at]
      if (result !== undefined && 'wanted' in result)
        again.push({ candidate, text: { ...text, ...(await texts.with(text, result.wanted, options)) } })
      else if (result !== undefined && 'page' in result) results.set(candidate, { candidate, parsed: result })
      else {
        const { failure, kind } = result ?? { failure: 'The parser gave no answer.' }
        const included = [...text.included.keys()].sort()
        results.set(candidate, { candidate, failure, included, ...defined({ kind }) })
      }
    }
    waiting = again
  }
  return candidates.flatMap((candidate) => results.get(candidate) ?? [])
}

async function sourceText(
  { file, path, includes }: FileToParse,
  texts: IncludedTexts,
  options: CallOptions,
): Promise<SourceText> {
  const content = await file.read(options)
  const known = await texts.with(NOTHING_INCLUDED, includes, options)
  return { path: file.path, file: path, content, ...known }
}
