import type { Page } from '@docent/content'
import type { SourceFile } from '../ports/docs-source.ts'
import type { RevisionWriter } from '../ports/retriever.ts'
import type { PageParser, ParsedFile } from './page-parser.ts'
import type { PagePolicy } from './page-policy.ts'
import type { PassageEmbedder } from './passage-embedder.ts'
import type { CandidateFile } from './plan-changes.ts'
import type { ProgressReporter } from './progress-reporter.ts'
import type { SourceTexts } from './source-texts.ts'

/** Something wrong with one file. */
export interface IndexProblem {
  /** Repository-relative, posix. */
  file: string
  /** From 1; 0 when it concerns the whole file. */
  line: number
  message: string
  /** An `error` breaks the page or left it out. */
  severity: 'error' | 'warning'
}

export interface WriteParts {
  writer: RevisionWriter
  parser: PageParser
  policy: PagePolicy
  /** Documentation folder in the repository. */
  root: string
  progress: ProgressReporter
  /** Files that the index holds already. */
  known: ReadonlyMap<string, string>
  texts: SourceTexts
  /** Told of the files that a page took texts from, before it is written; answers the page's hash. */
  onIncludes(file: SourceFile, included: readonly string[]): string
  /** Told of each page that is written. */
  onPage(page: Page): void
  /** Absent when the project has no embedding model. */
  embedder: PassageEmbedder | undefined
  signal: AbortSignal
}

export interface WrittenChanges {
  pages: number
  /** Files that were indexed and are hidden now. */
  removed: number
  skipped: Map<string, string>
  problems: IndexProblem[]
}

/** Read and parsed together; the next batch is parsed while this one is written. */
const BATCH_FILES = 64

/** Reads, parses and writes files, batch by batch, into an open revision. */
export async function writeChanges(
  files: readonly CandidateFile[],
  parts: WriteParts,
): Promise<WrittenChanges> {
  const written: WrittenChanges = { pages: 0, removed: 0, skipped: new Map(), problems: [] }
  const pathOwners = new Map<string, string>()
  let passages = 0
  let done = 0
  let next = parseBatch(files.slice(0, BATCH_FILES), parts)
  for (let start = 0; start < files.length; start += BATCH_FILES) {
    const parsed = await next
    next = parseBatch(files.slice(start + BATCH_FILES, start + 2 * BATCH_FILES), parts)
    // Awaited in the next round; when this round fails first, its failure is the one that counts.
    next.catch(() => {})
    const { entries, hidden } = sortOut(
      parsed,
      files.slice(start, start + BATCH_FILES),
      parts.policy,
      written,
    )
    reportSharedPaths(entries, pathOwners, written.problems)
    for (const { page } of entries) parts.onPage(page)
    if (entries.length > 0)
      await parts.writer.write(await withVectors(entries, parts), { signal: parts.signal })
    const removed = hidden.filter((file) => parts.known.has(file))
    if (removed.length > 0) await parts.writer.remove(removed, { signal: parts.signal })
    written.pages += entries.length
    written.removed += removed.length
    passages += entries.reduce((sum, entry) => sum + entry.passages.length, 0)
    done += parsed.length
    await parts.progress.update({ pagesDone: done, passages })
  }
  return written
}

async function parseBatch(
  files: readonly CandidateFile[],
  { parser, root, texts, onIncludes, signal }: WriteParts,
): Promise<ParsedFile[]> {
  const sources = await Promise.all(
    files.map(async (candidate) => {
      const { file, path } = candidate
      const content = await file.read({ signal })
      const { expanded, included } = await texts.expand(file.path, content, { signal })
      candidate.hash = onIncludes(file, included)
      return { file: path, content, root, ...(expanded === undefined ? {} : { expanded }) }
    }),
  )
  return parser.parse(sources, { signal })
}

function sortOut(
  parsed: readonly ParsedFile[],
  files: readonly CandidateFile[],
  policy: PagePolicy,
  written: WrittenChanges,
) {
  const hashes = new Map(files.map(({ path, hash }) => [path, hash]))
  const entries: Parameters<RevisionWriter['write']>[0][number][] = []
  const hidden: string[] = []
  for (const result of parsed) {
    const hash = hashes.get(result.file) ?? ''
    if ('failure' in result) {
      const message = `The file could not be parsed and is not indexed: ${result.failure}`
      written.problems.push({ file: result.file, line: 0, message, severity: 'error' })
      continue
    }
    for (const { file, line, message, severity } of result.problems) {
      written.problems.push({ file, line, message, severity })
    }
    const entry = policy.complete(result.page, result.passages)
    if (policy.allows(entry.page)) {
      entries.push({ ...entry, hash })
    } else {
      hidden.push(result.file)
      written.skipped.set(result.file, hash)
    }
  }
  return { entries, hidden }
}

async function withVectors(
  entries: Parameters<RevisionWriter['write']>[0],
  { embedder, writer }: WriteParts,
): Promise<Parameters<RevisionWriter['write']>[0]> {
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

/** `a.md` and `a/index.md` are one address: both are found, only one can be opened. */
function reportSharedPaths(
  entries: readonly { page: Page }[],
  owners: Map<string, string>,
  problems: IndexProblem[],
): void {
  for (const { page } of entries) {
    const owner = owners.get(page.path)
    if (owner === undefined) {
      owners.set(page.path, page.file)
      continue
    }
    const message = `The page has the same address (${page.path}) as ${owner}: rename one of them.`
    problems.push({ file: page.file, line: 0, message, severity: 'warning' })
  }
}
