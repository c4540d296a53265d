import { createHash } from 'node:crypto'
import { open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Clock, type Ids, LeaseLost } from '@docent/core/plugin'
import type { ObjectStore, PutCondition } from '@docent/object-store'
import { type CurrentRevision, filesOf } from '../revision/current-revision.ts'
import { inParallel } from './in-parallel.ts'
import {
  type Chunk,
  type ManifestFile,
  Pointer,
  type ProjectKeys,
  parseStored,
  type RevisionManifest,
} from './revision-manifest.ts'

/** Small enough to repeat, and to hash without keeping others waiting. */
const CHUNK_BYTES = 4 * 1024 * 1024
const FILES_AT_ONCE = 6

export interface PublishRequest {
  store: ObjectStore
  keys: ProjectKeys
  folder: string
  current: CurrentRevision
  /** What the pointer must still be. */
  condition: PutCondition
  /** The revision that this node has: what it shares with the new one is in the store. */
  base: RevisionManifest | undefined
  clock: Clock
  ids: Ids
  signal: AbortSignal | undefined
  onBytes: (count: number) => void
}

export interface Published {
  manifest: RevisionManifest
  pointer: Pointer
  /** Of the pointer. */
  etag: string
}

/**
 * Puts the files of a revision into the store, then its manifest, and then flips the pointer. Whoever dies before that
 * leaves files that nobody reads and that are swept later.
 *
 * @throws LeaseLost when another node published meanwhile
 */
export async function publishRevision(request: PublishRequest): Promise<Published> {
  const { store, keys, folder, current, base, clock, ids, signal } = request
  const id = ids.sortable()
  const known = new Map(base?.files.map((file) => [file.name, file]))
  const files: ManifestFile[] = []
  await inParallel([...filesOf(current).entries()], FILES_AT_ONCE, async ([at, name]) => {
    // Files never change: the same name is the same file.
    const before = known.get(name)
    const { size } = await stat(join(folder, name))
    files.push(before?.size === size ? before : await upload(name, `${keys.files(id)}${at}-`, request))
  })
  files.sort((one, other) => (one.name < other.name ? -1 : 1))
  const publishedAt = Math.trunc(clock.now())
  const manifest: RevisionManifest = { id, publishedAt, current: { ...current, published: id }, files }
  const bytes = new TextEncoder().encode(JSON.stringify(manifest))
  const options = signal === undefined ? {} : { signal }
  await store.put(keys.manifest(id), bytes, options)
  const pointer: Pointer = { format: 1, id, isDropped: false, manifest: sha256(bytes), publishedAt }
  const etag = await flipPointer(request, pointer)
  return { manifest, pointer, etag }
}

/** @throws LeaseLost when the pointer is another one */
export async function flipPointer(
  { store, keys, condition, signal }: Pick<PublishRequest, 'store' | 'keys' | 'condition' | 'signal'>,
  pointer: Pointer,
): Promise<string> {
  const options = signal === undefined ? {} : { signal }
  const bytes = new TextEncoder().encode(JSON.stringify(pointer))
  const etag = await store.putIf(keys.pointer, bytes, condition, options)
  if (etag !== undefined) return etag
  // An answer can be lost on its way: then the pointer is ours.
  const found = await store.get(keys.pointer, options)
  const isOurs =
    found !== undefined &&
    found !== 'unchanged' &&
    parseStored(Pointer, found.bytes, keys.pointer).id === pointer.id
  if (isOurs) return found.etag
  throw new LeaseLost(
    'Another process has published a revision of this search index: this one was not committed.',
  )
}

/** @param prefix of the keys, which no other file has */
async function upload(name: string, prefix: string, request: PublishRequest): Promise<ManifestFile> {
  const { store, folder, signal, onBytes } = request
  const chunks: Chunk[] = []
  const whole = createHash('sha256')
  let total = 0
  const file = await open(join(folder, name))
  try {
    const buffer = Buffer.alloc(Math.min(CHUNK_BYTES, (await file.stat()).size))
    for (;;) {
      const size = buffer.length === 0 ? 0 : (await file.read(buffer, 0, buffer.length)).bytesRead
      if (size === 0) break
      const bytes = buffer.subarray(0, size)
      const key = `${prefix}${chunks.length}`
      whole.update(bytes)
      await store.put(key, bytes, signal === undefined ? {} : { signal })
      chunks.push({ key, size, hash: sha256(bytes) })
      total += size
      onBytes(size)
    }
  } finally {
    await file.close()
  }
  return { name, size: total, hash: whole.digest('hex'), chunks }
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
