import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DocentError, type Ids } from '@docent/core/plugin'
import type { ObjectStore } from '@docent/object-store'
import { type CurrentRevision, isMissing, writeCurrentRevision } from '../revision/current-revision.ts'
import { removeLeftovers } from '../revision/revision-base.ts'
import { inParallel } from './in-parallel.ts'
import { sha256 } from './publish-revision.ts'
import type { ManifestFile, RevisionManifest } from './revision-manifest.ts'

const FILES_AT_ONCE = 6
const RECORD = 'REPLICA'

export interface PullRequest {
  store: ObjectStore
  /** Of the project; the caller holds its lock. */
  folder: string
  /** Where files wait until all are there, below a folder for the project. A pull that was interrupted goes on with what it finds. */
  staging: string
  manifest: RevisionManifest
  /** What this node serves, and the manifest of that. */
  served: CurrentRevision | undefined
  known: RevisionManifest | undefined
  /** Reads every local file, because none of them is trusted. */
  isDistrusted: boolean
  ids: Ids
  signal: AbortSignal
  onBytes: (count: number) => void
}

/**
 * Makes this node serve a revision of the store. Files are placed beside those that are served; one rename of CURRENT
 * then swaps them, so that a read sees one revision or the other. Whatever interrupts it leaves what was served.
 */
export async function pullRevision(request: PullRequest): Promise<CurrentRevision> {
  const { folder, staging, manifest, served, ids, signal } = request
  const missing = await missingFiles(request)
  await assertSpace(folder, missing)
  await mkdir(staging, { recursive: true, mode: 0o700 })
  await inParallel(missing, FILES_AT_ONCE, (file) => download(file, request))
  signal.throwIfAborted()
  for (const file of missing) await rename(stagedAt(staging, file), join(folder, file.name))
  const current = {
    ...manifest.current,
    published: manifest.id,
    sequence: Math.max(served?.sequence ?? 0, manifest.current.sequence) + 1,
  }
  await writeRecord(folder, manifest, ids)
  await writeCurrentRevision(folder, current, ids)
  await removeLeftovers(folder, current)
  // With what was staged of revisions that were replaced before they were here.
  await rm(dirname(staging), { recursive: true, force: true })
  return current
}

/** The manifest of what this node has, beside CURRENT. */
export async function writeRecord(folder: string, manifest: RevisionManifest, ids: Ids): Promise<void> {
  const draft = join(folder, `${RECORD}.${ids.sortable()}`)
  await writeFile(draft, JSON.stringify(manifest), { flag: 'wx', mode: 0o600 })
  await rename(draft, recordFile(folder))
}

export function recordFile(folder: string): string {
  return join(folder, RECORD)
}

/** Files of the revision that do not lie here as they were published. */
async function missingFiles({
  folder,
  manifest,
  known,
  served,
  isDistrusted,
}: PullRequest): Promise<ManifestFile[]> {
  const isRecorded = !isDistrusted && served !== undefined && known?.id === served.published
  const recorded = new Map(isRecorded ? known?.files.map((file) => [file.name, file.hash]) : [])
  const missing: ManifestFile[] = []
  for (const file of manifest.files) {
    const path = join(folder, file.name)
    const isHere =
      (await sizeOf(path)) === file.size &&
      (recorded.get(file.name) === file.hash || (await hashOf(path)) === file.hash)
    if (!isHere) missing.push(file)
  }
  return missing
}

async function download(file: ManifestFile, request: PullRequest): Promise<void> {
  const { store, staging, signal, onBytes } = request
  const path = stagedAt(staging, file)
  if ((await sizeOf(path)) === file.size && (await hashOf(path)) === file.hash) return
  const handle = await open(path, 'w', 0o600)
  try {
    for (const { key, hash } of file.chunks) {
      const found = await store.get(key, { signal })
      if (found === undefined || found === 'unchanged') throw new RevisionGone(key)
      if (sha256(found.bytes) !== hash) throw damaged(store, key)
      await handle.writeFile(found.bytes)
      onBytes(found.bytes.length)
    }
    await handle.datasync()
  } finally {
    await handle.close()
  }
  if ((await hashOf(path)) !== file.hash) throw damaged(store, file.name)
}

/** A revision was pruned while it was pulled: there is a newer one. */
export class RevisionGone extends Error {
  constructor(key: string) {
    super(`${key} is not in the store any more.`)
  }
}

function damaged(store: ObjectStore, what: string): DocentError {
  const message = `${what} in the ${store.name} is not what was stored. The revision is not used; "docent index --force" publishes another one.`
  return new DocentError('dependency_failed', message)
}

async function assertSpace(folder: string, files: readonly ManifestFile[]): Promise<void> {
  const needed = files.reduce((sum, { size }) => sum + size, 0)
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  if (needed <= free) return
  const mib = (bytes: number) => Math.ceil(bytes / 1024 / 1024)
  throw new DocentError(
    'unavailable',
    `The newest search index needs ${mib(needed)} MiB, and ${mib(free)} MiB are free on the disk of the data directory. Free some space; until then this node answers from the index that it has.`,
  )
}

function stagedAt(staging: string, { name }: ManifestFile): string {
  return join(staging, name)
}

/** -1 when there is no such file. */
async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    (error: unknown) => {
      if (isMissing(error)) return -1
      throw error
    },
  )
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path)) hash.update(piece)
  return hash.digest('hex')
}
