import type { Page } from '@docent/content'
import type { RevisionWriter } from '../../ports/retriever.ts'
import type { PageParser, ParsedText } from '../parsing/page-parser.ts'
import { type FileFailure, type FileResult, parseFiles } from '../parsing/parse-files.ts'
import type { ProgressReporter } from '../progress/progress-reporter.ts'
import type { IncludedTexts } from '../source/included-texts.ts'
import type { PagePolicy } from './page-policy.ts'
import type { PageTimes } from './page-times.ts'
import type { PassageEmbedder } from './passage-embedder.ts'
import type { CandidateFile } from './plan-changes.ts'

export interface WriteParts {
  writer: RevisionWriter
  parser: PageParser
  policy: PagePolicy
  progress: ProgressReporter
  /** Files that the index holds already. */
  known: ReadonlyMap<string, string>
  texts: IncludedTexts
  times: PageTimes
  /** Called with each page that is parsed, before it is written; not every one is to be indexed. */
  onPage(candidate: CandidateFile, parsed: ParsedText, shown: ReturnType<PagePolicy['shows']>): void
  /** Called with a page that has the address of another one, and the file of that. */
  onSharedAddress(page: Page, owner: string): void
  /** Called with each file that is beyond the limits, and awaited. */
  onFailure(candidate: CandidateFile, result: FileFailure): Promise<void>
  /** Absent when the project has no embedding model. */
  embedder: PassageEmbedder | undefined
  signal: AbortSignal
}

export interface WrittenChanges {
  pages: number
  /** Files that were indexed and are left out now. */
  removed: number
  /** Pages that are shown nowhere now, with their hash. */
  skipped: Map<string, string>
}

type Entry = Parameters<RevisionWriter['write']>[0][number]

/** Read and parsed together; the next batch is parsed while this one is written. */
const BATCH_FILES = 64

/** Reads, parses and writes files, batch by batch, into an open revision. */
export async function writeChanges(
  files: readonly CandidateFile[],
  parts: WriteParts,
): Promise<WrittenChanges> {
  const { parser, texts, signal, writer, progress, known } = parts
  const written: WrittenChanges = { pages: 0, removed: 0, skipped: new Map() }
  const pathOwners = new Map<string, string>()
  const parse = (start: number) =>
    parseFiles(files.slice(start, start + BATCH_FILES), parser, texts, { signal })
  let passages = 0
  let done = 0
  let next = parse(0)
  for (let start = 0; start < files.length; start += BATCH_FILES) {
    const results = await next
    next = parse(start + BATCH_FILES)
    // Awaited in the next round; when this round fails first, its failure is the one that counts.
    next.catch(() => {})
    const { entries, left } = await sortOut(results, parts, written)
    for (const { page } of entries) {
      const owner = pathOwners.get(page.path)
      if (owner === undefined) pathOwners.set(page.path, page.file)
      else parts.onSharedAddress(page, owner)
    }
    if (entries.length > 0) await writer.write(await withVectors(entries, parts), { signal })
    const removed = left.filter((file) => known.has(file))
    if (removed.length > 0) await writer.remove(removed, { signal })
    written.pages += entries.length
    written.removed += removed.length
    passages += entries.reduce((sum, entry) => sum + entry.passages.length, 0)
    done += results.length
    await progress.update({ pagesDone: done, passages })
  }
  return written
}

/** The pages to write, and the files that the index must not hold any more. */
async function sortOut(
  results: readonly FileResult<CandidateFile>[],
  { policy, texts, times, onPage, onFailure }: WriteParts,
  written: WrittenChanges,
): Promise<{ entries: Entry[]; left: string[] }> {
  const entries: Entry[] = []
  const left: string[] = []
  for (const result of results) {
    const { candidate } = result
    const { file, path } = candidate
    candidate.includes = 'parsed' in result ? result.parsed.included : result.included
    if ('parsed' in result) times.set(path, result.parsed.presence)
    const phase = times.phaseOf(path)
    candidate.hash = policy.hash(file.hash, file.path, texts.hashes(candidate.includes), phase)
    if ('failure' in result) {
      left.push(path)
      await onFailure(candidate, result)
      continue
    }
    const { page, passages, presence } = result.parsed
    const shown = policy.shows(presence, times.now)
    onPage(candidate, result.parsed, shown)
    if (shown === 'listed') entries.push({ page: { ...page, hidden: false }, passages, hash: candidate.hash })
    // Searches cannot find it, because it has no passages.
    else if (shown === 'unlisted')
      entries.push({ page: { ...page, hidden: true }, passages: [], hash: candidate.hash })
    else {
      left.push(path)
      written.skipped.set(path, candidate.hash)
    }
  }
  return { entries, left }
}

async function withVectors(
  entries: readonly Entry[],
  { embedder, writer }: WriteParts,
): Promise<readonly Entry[]> {
  if (embedder === undefined) return entries
  const vectors = await embedder.vectors(
    entries.flatMap(({ passages }) => passages),
    writer,
  )
  let at = 0
  return entries.map((entry) => {
    const start = at
    at += entry.passages.length
    return { ...entry, vectors: vectors.slice(start, at) }
  })
}
