import { isLayoutFile } from '@docent/content'
import { type CallOptions, defined, type SourceFile, ThreadPool, threadEntry } from '@docent/core/plugin'
import { type ApiFiles, ApiReader, type ReadApi, type SharedContent } from './api-reader.ts'

const DATA_FILE = /\.(?:json|ya?ml)$/i

/**
 * What the data files of a documentation describe, in their order. A thread reads them, under limits for each: a
 * description is foreign text, and a large one takes seconds.
 */
export async function readApis(files: readonly SourceFile[], options: CallOptions): Promise<ReadApi[]> {
  const data = files.filter(({ path }) => DATA_FILE.test(path))
  if (data.length === 0) return []
  const needed = files.filter(({ path }) => DATA_FILE.test(path) || isLayoutFile(path))
  const contents = new Map<string, SharedContent>()
  for (const file of needed) contents.set(file.path, shared(await file.read(options)))
  const site: ApiFiles = { files: files.map(({ path }) => path), contents }
  const paths = data.map(({ path }) => path)
  const entry = threadEntry(import.meta.url, {
    built: './openapi.worker.js',
    source: './openapi.worker.ts',
  })
  if (entry === undefined) {
    const reader = new ApiReader(site)
    return paths.map((path) => reader.read(path))
  }
  return readInThread(entry, site, paths, options)
}

/** @param entry the module of openapi.worker.ts */
export async function readInThread(
  entry: URL,
  site: ApiFiles,
  paths: readonly string[],
  options: CallOptions & { timeoutMs?: number; memoryMb?: number; execArgv?: readonly string[] },
): Promise<ReadApi[]> {
  const { signal, ...limits } = options
  const pool = new ThreadPool<string, ReadApi>({
    entry,
    work: site,
    threads: 1,
    ...limits,
    failed: (file, { message }) => ({ kind: 'unreadable', file, reason: message }),
  })
  try {
    return await pool.run(paths, defined({ signal }))
  } finally {
    await pool.close()
  }
}

/** A copy that no message copies again. Each is small; all of them can be hundreds of megabytes. */
export function shared(content: Uint8Array): SharedContent {
  const copy = new Uint8Array(new SharedArrayBuffer(content.byteLength))
  copy.set(content)
  return copy
}
