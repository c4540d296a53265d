import { defined, type IndexManifest, type IndexState } from '@docent/core'
import { type CurrentRevision, isUpToDate } from '../tables/current-revision.ts'
import type { OpenRevision } from './revision-reader.ts'

/** An index of an older format is served, but counts as none, so that it is built anew. */
export function stateOf(current: CurrentRevision | undefined): IndexState {
  if (current === undefined || !isUpToDate(current)) return { revision: undefined, pages: 0, passages: 0 }
  const { revision, pages, passages, embedding } = current
  return { revision, pages, passages, ...defined({ embedding }) }
}

export function emptyManifest(): IndexManifest {
  return { ...stateOf(undefined), hashes: new Map() }
}

export async function manifestOf({ current, tables }: OpenRevision): Promise<IndexManifest> {
  const rows: { file: string; hash: string }[] = await tables.pages.query().select(['file', 'hash']).toArray()
  return { ...stateOf(current), hashes: new Map(rows.map(({ file, hash }) => [file, hash])) }
}
