import { defined, type IndexManifest, type IndexState } from '@docent/core/plugin'
import { Turns } from '@docent/search'
import { type CurrentRevision, isUpToDate } from './current-revision.ts'
import type { OpenRevision } from './revision-reader.ts'

/** An index of another analysis is served, but counts as none, so that it is built anew. */
export function stateOf(current: CurrentRevision | undefined): IndexState {
  if (current === undefined || !isUpToDate(current)) return { revision: undefined, pages: 0, passages: 0 }
  const { revision, pages, passages, embedding } = current
  return { revision, pages, passages, ...defined({ embedding }) }
}

export function emptyManifest(): IndexManifest {
  return { ...stateOf(undefined), hashes: new Map() }
}

export async function manifestOf(
  { current, views }: OpenRevision,
  signal: AbortSignal | undefined,
): Promise<IndexManifest> {
  const turns = new Turns(signal)
  const hashes = new Map<string, string>()
  for (const { segment, goneFiles } of views) {
    const gone = new Set(goneFiles)
    for (const [file, [name, hash]] of (await segment.files(turns)).entries())
      if (!gone.has(file)) hashes.set(name, hash)
  }
  return { ...stateOf(current), hashes }
}
