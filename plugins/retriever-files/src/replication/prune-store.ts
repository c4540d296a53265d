import type { ObjectStore } from '@docent/object-store'
import { type ProjectKeys, parseStored, RevisionManifest } from './revision-manifest.ts'

/** What nobody published within this time, nobody will. */
const ABANDONED_MS = 24 * 60 * 60 * 1_000

export interface PruneRequest {
  store: ObjectStore
  keys: ProjectKeys
  /** What was just published. */
  newest: RevisionManifest
  /** A revision stays for so long after it was replaced: nodes that pull it need that time. */
  keepMs: number
  /** Also looks for files of writers that died. */
  isSweep: boolean
  signal: AbortSignal
}

/**
 * Takes replaced revisions out of the store, and files that no other needs. All times are the store's own. A revision
 * shares files only with the one before it, so that what goes is needed by none that stays.
 *
 * @returns how many objects went
 */
export async function pruneStore(request: PruneRequest): Promise<number> {
  const { store, keys, newest, keepMs, isSweep, signal } = request
  const revisions = (await store.list(keys.revisions, { signal })).sort(
    (one, other) => one.modifiedAt - other.modifiedAt,
  )
  const now = revisions.find(({ key }) => key === keys.manifest(newest.id))?.modifiedAt
  if (now === undefined) return 0
  // Replaced by the one after it.
  const isOld = (at: number) => now - (revisions[at + 1]?.modifiedAt ?? now) > keepMs
  const old = revisions.filter(({ key }, at) => key !== keys.manifest(newest.id) && isOld(at))
  const kept = revisions.filter((each) => !old.includes(each))
  const needed = new Set<string>()
  if (old.length > 0) {
    for (const { key } of kept) for (const file of await chunksOf(key, request)) needed.add(file)
  }
  let count = 0
  for (const { key } of old) {
    const files = (await chunksOf(key, request)).filter((file) => !needed.has(file))
    // The manifest goes last: whoever is interrupted goes on with it.
    await store.delete(files, { signal })
    await store.delete([key], { signal })
    count += files.length + 1
  }
  return isSweep ? count + (await sweep(request, now)) : count
}

/** Files of revisions without a manifest: their writers died, or lost the race for the pointer long ago. */
async function sweep({ store, keys, signal }: PruneRequest, now: number): Promise<number> {
  const files = await store.list(`${keys.folder}files/`, { signal })
  const manifests = await store.list(keys.revisions, { signal })
  const needed = new Set<string>()
  for (const { key } of manifests) {
    const found = await store.get(key, { signal })
    if (found === undefined || found === 'unchanged') continue
    for (const chunk of parseStored(RevisionManifest, found.bytes, key).files.flatMap((file) => file.chunks))
      needed.add(chunk.key)
  }
  const abandoned = files.filter(({ key, modifiedAt }) => !needed.has(key) && now - modifiedAt > ABANDONED_MS)
  await store.delete(
    abandoned.map(({ key }) => key),
    { signal },
  )
  return abandoned.length
}

async function chunksOf(key: string, { store, signal }: PruneRequest): Promise<string[]> {
  const found = await store.get(key, { signal })
  if (found === undefined || found === 'unchanged') return []
  return parseStored(RevisionManifest, found.bytes, key).files.flatMap((file) =>
    file.chunks.map((chunk) => chunk.key),
  )
}
