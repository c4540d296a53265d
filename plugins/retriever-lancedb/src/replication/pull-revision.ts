import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { link, mkdir, open, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DocentError, type Ids } from '@docent/core'
import type { ObjectStore } from '@docent/object-store'
import { type CurrentRevision, isMissing, writeCurrentRevision } from '../tables/current-revision.ts'
import { inParallel } from './in-parallel.ts'
import { sha256 } from './publish-revision.ts'
import { isTableFile, localPath } from './revision-files.ts'
import type { ManifestFile, RevisionManifest } from './revision-manifest.ts'

const FILES_AT_ONCE = 6
const RECORD = 'REPLICA'

export interface PullRequest {
  store: ObjectStore
  /** Of the project; the caller holds its lock. */
  folder: string
  /** Where files wait until all are there. A pull that was interrupted goes on with what it finds. */
  staging: string
  manifest: RevisionManifest
  /** What this node serves, and the manifest of that. */
  served: CurrentRevision | undefined
  known: RevisionManifest | undefined
  /** Nothing that lies here is trusted: every file is read. */
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
  const { folder, staging, manifest, served, known, ids, signal } = request
  // A folder of tables that this node named otherwise goes on under that name.
  const continued = known?.current.tables === manifest.current.tables ? served?.tables : undefined
  const tables = continued ?? manifest.current.tables
  const here = await compare(request, tables)
  // A file of another content lies there: the rest of a revision that was given up. LanceDB may remember it by its
  // name, so the name is not used again.
  const target =
    here.isTaken || request.isDistrusted ? `${manifest.current.tables}_${ids.sortable()}` : tables
  await assertSpace(folder, here.others)
  await mkdir(staging, { recursive: true, mode: 0o700 })
  await inParallel(here.others, FILES_AT_ONCE, (file) => download(file, request))
  signal.throwIfAborted()
  const folders = new Set(manifest.files.map(({ path }) => dirname(localPath(folder, target, path))))
  for (const path of folders) await mkdir(path, { recursive: true, mode: 0o700 })
  for (const file of here.others) await rename(stagedAt(staging, file), localPath(folder, target, file.path))
  if (target !== tables) {
    for (const { path } of here.same.filter(({ path }) => isTableFile(path)))
      await link(localPath(folder, tables, path), localPath(folder, target, path))
  }
  const current = {
    ...manifest.current,
    tables: target,
    published: manifest.id,
    sequence: Math.max(served?.sequence ?? 0, manifest.current.sequence) + 1,
  }
  await writeRecord(folder, manifest, ids)
  await writeCurrentRevision(folder, current, ids)
  await rm(staging, { recursive: true, force: true })
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

/** Which files lie here already, and which must come. */
async function compare(
  { folder, manifest, known, served, isDistrusted }: PullRequest,
  tables: string,
): Promise<{ same: ManifestFile[]; others: ManifestFile[]; isTaken: boolean }> {
  const recorded = new Map(
    isDistrusted || served === undefined || known?.id !== served.published
      ? []
      : known?.files.map((file) => [file.path, file.hash]),
  )
  const same: ManifestFile[] = []
  const others: ManifestFile[] = []
  let isTaken = false
  for (const file of manifest.files) {
    const path = localPath(folder, tables, file.path)
    const size = await sizeOf(path)
    const isSame =
      size === file.size && (recorded.get(file.path) === file.hash || (await hashOf(path)) === file.hash)
    ;(isSame ? same : others).push(file)
    isTaken ||= size >= 0 && !isSame && isTableFile(file.path)
  }
  return { same, others, isTaken }
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
  if ((await hashOf(path)) !== file.hash) throw damaged(store, file.path)
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

/** By its path too: two files may be equal. */
function stagedAt(staging: string, { path, hash }: ManifestFile): string {
  return join(staging, createHash('sha256').update(`${path}\n${hash}`).digest('hex'))
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
