import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Clock, DocentError, type Ids, type Logger, type ProjectId } from '@docent/core/plugin'
import type { ObjectStore, PutCondition } from '@docent/object-store'
import { type CurrentRevision, isMissing, readCurrentRevision } from '../revision/current-revision.ts'
import { emptyFolder } from '../revision/revision-base.ts'
import { WriterLock } from '../revision/writer-lock.ts'
import { pruneStore } from './prune-store.ts'
import { flipPointer, publishRevision, sha256 } from './publish-revision.ts'
import { pullRevision, RevisionGone, recordFile, writeRecord } from './pull-revision.ts'
import { CHANGES, Pointer, ProjectKeys, parseStored, RevisionManifest } from './revision-manifest.ts'

const SWEEP_EVERY_MS = 24 * 60 * 60 * 1_000
const PULLS = 3

export interface ReplicaParts {
  project: ProjectId
  store: ObjectStore
  /** Of the project on this node. */
  folder: string
  /** For files that are on their way here. */
  staging: string
  keepMs: number
  clock: Clock
  ids: Ids
  logger: Logger
  /** The project was deleted elsewhere: forgets what is open here. */
  onDropped: () => Promise<void>
}

/** What a revision that is being written continues. */
export interface WriteBase {
  /** Undefined: the new revision begins with nothing. */
  id: string | undefined
  condition: PutCondition
}

/** One project: the revision in the store, and the copy of it on this node. */
export class ProjectReplica {
  readonly #parts: ReplicaParts
  readonly #keys: ProjectKeys
  #pointer: { etag: string; value: Pointer } | undefined
  #syncing: Promise<void> | undefined
  #isDistrusted = false
  #sweptAt = Number.NEGATIVE_INFINITY
  readonly #closing = new AbortController()
  #pruning: Promise<void> = Promise.resolve()
  /** The store was asked about this project since the start. */
  isKnown = false
  bytesPulled = 0
  bytesPushed = 0

  constructor(parts: ReplicaParts) {
    this.#parts = parts
    this.#keys = new ProjectKeys(parts.project)
  }

  /** Milliseconds since 1970; undefined when nothing is published. */
  get publishedAt(): number | undefined {
    const { value } = this.#pointer ?? {}
    return value === undefined || value.isDropped ? undefined : value.publishedAt
  }

  /** True unless the pointer with this etag, or undefined for none, is what this node knows. */
  isBehind(etag: string | undefined): boolean {
    return !this.isKnown || this.#pointer?.etag !== etag
  }

  /** True when what this node has is in the store, or was when the store was last heard. */
  isPublished({ published }: CurrentRevision): boolean {
    if (published === undefined) return false
    return !this.isKnown || (this.#pointer !== undefined && !this.#pointer.value.isDropped)
  }

  /** Brings this node to the newest revision. Those who ask meanwhile wait for the same end. */
  sync(): Promise<void> {
    this.#syncing ??= this.#sync().finally(() => {
      this.#syncing = undefined
    })
    return this.#syncing
  }

  /** The files here are damaged: takes none of them without reading it. */
  async repair(): Promise<void> {
    this.#isDistrusted = true
    this.#pointer = undefined
    await this.sync()
  }

  /** @throws DocentError `unavailable` when the store does not answer */
  async beginWriting(): Promise<WriteBase> {
    // One that runs may have met the revision that this node has only just committed.
    await Promise.allSettled([this.#syncing])
    await this.sync()
    if (this.#pointer === undefined) return { id: undefined, condition: 'absent' }
    const { etag, value } = this.#pointer
    return { id: value.isDropped ? undefined : value.id, condition: { etag } }
  }

  /** Publishes what CURRENT is to name, and answers it with its id. The caller holds the lock and writes CURRENT then. */
  async publish(
    current: CurrentRevision,
    { condition }: WriteBase,
    signal: AbortSignal | undefined,
  ): Promise<CurrentRevision> {
    const { store, folder, clock, ids } = this.#parts
    const served = await readCurrentRevision(folder)
    const known = await this.#record(served)
    const { manifest, pointer, etag } = await publishRevision({
      ...{ store, folder, clock, ids, signal, current, condition },
      keys: this.#keys,
      base: known,
      onBytes: (count) => {
        this.bytesPushed += count
      },
    })
    await writeRecord(folder, manifest, ids)
    this.#pointer = { etag, value: pointer }
    this.isKnown = true
    await this.#announce(signal)
    this.#pruning = this.#pruning.then(() => this.#pruneStore(manifest))
    return { ...current, published: manifest.id }
  }

  /** Tells every node that the project is deleted. */
  async drop(signal: AbortSignal | undefined): Promise<void> {
    const { store, ids, clock } = this.#parts
    const options = signal === undefined ? {} : { signal }
    const found = await store.get(this.#keys.pointer, options)
    if (found === undefined || found === 'unchanged') return
    if (parseStored(Pointer, found.bytes, this.#keys.pointer).isDropped) return
    const publishedAt = Math.trunc(clock.now())
    const value: Pointer = { format: 1, id: ids.sortable(), isDropped: true, manifest: '', publishedAt }
    const request = { store, keys: this.#keys, condition: { etag: found.etag }, signal }
    this.#pointer = { etag: await flipPointer(request, value), value }
    await this.#announce(signal)
    const rest = (await store.list(this.#keys.folder, options)).map(({ key }) => key)
    await store.delete(rest, options)
  }

  async stop(): Promise<void> {
    this.#closing.abort()
    // What ends by the signal is no failure; others were told when they happened.
    await Promise.allSettled([this.#syncing, this.#pruning])
  }

  /** Makes all nodes look. Without it they do so now and then. */
  async #announce(signal: AbortSignal | undefined): Promise<void> {
    const { store, ids, logger, project } = this.#parts
    const options = signal === undefined ? {} : { signal }
    try {
      const found = await store.get(CHANGES, options)
      const condition = found === undefined || found === 'unchanged' ? 'absent' : { etag: found.etag }
      // When somebody else wrote it meanwhile, nodes look all the same.
      await store.putIf(CHANGES, new TextEncoder().encode(JSON.stringify(ids.sortable())), condition, options)
    } catch (error) {
      if (!signal?.aborted)
        logger.warn({ err: error, project }, 'other nodes find the new search index later than usual')
    }
  }

  async #sync(): Promise<void> {
    const { store } = this.#parts
    const { signal } = this.#closing
    for (let pull = 1; ; pull++) {
      const found = await store.get(this.#keys.pointer, { signal, unless: this.#pointer?.etag })
      if (found === undefined) {
        this.#pointer = undefined
        this.isKnown = true
        return
      }
      const pointer =
        found !== 'unchanged'
          ? { etag: found.etag, value: parseStored(Pointer, found.bytes, this.#keys.pointer) }
          : this.#pointer
      if (pointer === undefined) throw new Error('Only a known pointer can be unchanged.')
      try {
        await this.#follow(pointer.value)
        this.#pointer = pointer
        this.isKnown = true
        return
      } catch (error) {
        // Pruned while it was pulled: there is a newer one.
        if (!(error instanceof RevisionGone) || pull === PULLS) throw error
      }
    }
  }

  async #follow(pointer: Pointer): Promise<void> {
    const current = await this.#served()
    if (pointer.isDropped) return this.#dropHere(current)
    if (current?.published !== pointer.id || this.#isDistrusted) await this.#pull(pointer)
  }

  async #pull(pointer: Pointer): Promise<void> {
    const { store, folder, ids, logger, project } = this.#parts
    const { signal } = this.#closing
    const key = this.#keys.manifest(pointer.id)
    const found = await store.get(key, { signal })
    if (found === undefined || found === 'unchanged') throw new RevisionGone(key)
    if (sha256(found.bytes) !== pointer.manifest)
      throw new DocentError('dependency_failed', `${key} in the ${store.name} is not what was stored.`)
    const manifest = parseStored(RevisionManifest, found.bytes, key)
    const pulled = await this.#locked(async () => {
      // Another process of this node may have pulled it meanwhile.
      const served = await this.#served()
      if (served?.published === pointer.id && !this.#isDistrusted) return served
      return pullRevision({
        ...{ store, folder, manifest, served, ids, signal },
        staging: join(this.#parts.staging, pointer.id),
        known: await this.#record(served),
        isDistrusted: this.#isDistrusted,
        onBytes: (count) => {
          this.bytesPulled += count
        },
      })
    })
    this.#isDistrusted = false
    logger.info({ project, revision: pulled.revision, passages: pulled.passages }, 'pulled the search index')
  }

  async #dropHere(current: CurrentRevision | undefined): Promise<void> {
    // What was never published is this node's own affair.
    if (current?.published === undefined) return
    const { folder, onDropped } = this.#parts
    await this.#locked(async () => {
      await onDropped()
      await emptyFolder(folder)
    })
  }

  async #pruneStore(newest: RevisionManifest): Promise<void> {
    const { store, keepMs, clock, logger, project } = this.#parts
    const { signal } = this.#closing
    const isSweep = clock.now() - this.#sweptAt > SWEEP_EVERY_MS
    try {
      const count = await pruneStore({ store, keys: this.#keys, newest, keepMs, isSweep, signal })
      if (isSweep) this.#sweptAt = clock.now()
      if (count > 0)
        logger.debug({ project, count }, 'removed old revisions of the search index from the store')
    } catch (error) {
      if (!signal.aborted)
        logger.warn(
          { err: error, project },
          'old revisions stay in the store until the next one is published',
        )
    }
  }

  /** A damaged CURRENT is none: the pull replaces it. */
  async #served(): Promise<CurrentRevision | undefined> {
    try {
      return await readCurrentRevision(this.#parts.folder)
    } catch (error) {
      if (DocentError.is(error, 'dependency_failed')) return undefined
      throw error
    }
  }

  /** Undefined when it is not known which files belong to what is served. */
  async #record(served: CurrentRevision | undefined): Promise<RevisionManifest | undefined> {
    const path = recordFile(this.#parts.folder)
    try {
      const record = parseStored(RevisionManifest, await readFile(path), path)
      return record.id === served?.published ? record : undefined
    } catch (error) {
      if (isMissing(error) || DocentError.is(error, 'dependency_failed')) return undefined
      throw error
    }
  }

  async #locked<Result>(work: () => Promise<Result>): Promise<Result> {
    const { folder, clock, ids } = this.#parts
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const { signal } = this.#closing
    const lock = await WriterLock.take({ folder, purpose: 'pull', clock, ids, signal })
    try {
      return await work()
    } finally {
      await lock.release()
    }
  }
}
