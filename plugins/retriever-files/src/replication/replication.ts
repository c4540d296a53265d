import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type CallOptions,
  type Clock,
  DocentError,
  type Health,
  type Ids,
  type Logger,
  type ProjectId,
  projectId,
  type ReplicaState,
} from '@docent/core/plugin'
import { checkConditions, type ObjectStore } from '@docent/object-store'
import { mapError } from '../map-error.ts'
import { type CurrentRevision, readCurrentRevision } from '../revision/current-revision.ts'
import { inParallel } from './in-parallel.ts'
import { ProjectReplica, type WriteBase } from './project-replica.ts'
import { CHANGES, POINTERS, projectOfPointer } from './revision-manifest.ts'

export interface ReplicationParts {
  store: ObjectStore
  pollMs: number
  keepMinutes: number
  clock: Clock
  ids: Ids
  logger: Logger
}

/** What the retriever tells of a project. */
export interface LocalProject {
  folder: string
  onDropped: () => Promise<void>
}

/** Looks between two lists of all projects: who changes one may die before it says so. */
const LOOKS_A_LIST = 15
const PROJECTS_AT_ONCE = 4
/** Stands for the etag while nobody has changed anything. */
const NO_CHANGE = 'none'
/** A server waits no longer for a store at its start: searches go on without it. */
const START_MS = 5_000
/** Silent for so many looks, it is reported. */
const MISSED_LOOKS = 3

/**
 * Keeps the revisions of all projects on this node as they are in the store: looks for new ones, and publishes what
 * is committed here.
 */
export class Replication {
  readonly #parts: ReplicationParts
  readonly #local: (project: ProjectId) => LocalProject
  readonly #staging: string
  readonly #replicas = new Map<ProjectId, ProjectReplica>()
  readonly #closing = new AbortController()
  #loop: Promise<void> | undefined
  #isChecked = false
  /** Etag of the last change that this node has followed. */
  #followed: string | undefined
  #heardAt: number
  #failure: unknown

  /** @param staging folder for files on their way, on the disk of the index */
  constructor(parts: ReplicationParts, staging: string, local: (project: ProjectId) => LocalProject) {
    this.#parts = parts
    this.#staging = staging
    this.#local = local
    this.#heardAt = parts.clock.now()
  }

  /** @throws DocentError `configuration` when the store cannot be used for this */
  async start(projects: () => Promise<readonly ProjectId[]>): Promise<void> {
    const { logger, store } = this.#parts
    try {
      await this.#check(AbortSignal.any([this.#closing.signal, AbortSignal.timeout(START_MS)]))
    } catch (error) {
      if (DocentError.is(error, 'configuration')) throw error
      logger.warn({ err: error, store: store.name }, 'the store of the search index does not answer')
    }
    for (const project of await projects()) this.#replica(project)
    this.#loop = this.#follow()
  }

  async stop(): Promise<void> {
    this.#closing.abort()
    await this.#loop
    await Promise.all([...this.#replicas.values()].map((replica) => replica.stop()))
  }

  /** Asks the store now, whatever was heard before. @throws DocentError */
  async check({ signal }: CallOptions = {}): Promise<string> {
    await checkConditions(this.#parts.store, signal === undefined ? {} : { signal })
    return `The ${this.#parts.store.name} supports conditional writes`
  }

  health(): Health {
    const { pollMs, store, clock } = this.#parts
    const silence = clock.now() - this.#heardAt
    if (this.#failure === undefined || silence < MISSED_LOOKS * pollMs) return { ok: true }
    const reason = DocentError.is(this.#failure) ? this.#failure.message : `The ${store.name} cannot be used.`
    const seconds = Math.round(silence / 1_000)
    return {
      ok: false,
      isDegraded: true,
      message: `${reason} Searches go on with the revision that this node had ${seconds} s ago; indexing waits.`,
    }
  }

  states(): ReplicaState[] {
    return [...this.#replicas].map(([project, { publishedAt, bytesPulled, bytesPushed }]) => ({
      ...{ project, publishedAt, bytesPulled, bytesPushed },
      heardAt: this.#heardAt,
    }))
  }

  of(project: ProjectId): ProjectReplica {
    return this.#replica(project)
  }

  /** Brings the project here, unless it is. @throws DocentError when there is no copy and none can be had */
  async ready(project: ProjectId, hasCopy: () => boolean, signal: AbortSignal | undefined): Promise<void> {
    const replica = this.#replica(project)
    if (replica.isKnown || hasCopy()) return
    try {
      await ended(replica.sync(), signal)
    } catch (error) {
      if (signal?.aborted || hasCopy()) return
      if (DocentError.is(error, 'conflict')) throw notYet(error)
      throw error
    }
  }

  async beginWriting(project: ProjectId, signal: AbortSignal | undefined): Promise<WriteBase> {
    if (!this.#isChecked) await this.#check(signal)
    return ended(this.#replica(project).beginWriting(), signal)
  }

  #replica(project: ProjectId): ProjectReplica {
    const known = this.#replicas.get(project)
    if (known !== undefined) return known
    const { store, keepMinutes, clock, ids, logger } = this.#parts
    const local = this.#local(project)
    const staging = join(this.#staging, encodeURIComponent(project).replaceAll('.', '%2E'))
    const keepMs = keepMinutes * 60_000
    const replica = new ProjectReplica({ project, store, staging, keepMs, clock, ids, logger, ...local })
    this.#replicas.set(project, replica)
    return replica
  }

  async #check(signal: AbortSignal | undefined): Promise<void> {
    await checkConditions(this.#parts.store, signal === undefined ? {} : { signal })
    this.#isChecked = true
  }

  async #follow(): Promise<void> {
    const { signal } = this.#closing
    const { pollMs } = this.#parts
    for (let look = 0; !signal.aborted; look++) {
      await this.#look(look % LOOKS_A_LIST === 0)
      // Nodes that start together must not ask together for ever.
      const pause = pollMs * (0.75 + Math.random() / 2)
      await sleep(pause, undefined, { signal, ref: false }).catch(() => {})
    }
  }

  async #look(isList: boolean): Promise<void> {
    const { store, logger, clock } = this.#parts
    const { signal } = this.#closing
    try {
      const found = await store.get(CHANGES, { signal, unless: this.#followed })
      const change = found === 'unchanged' ? this.#followed : (found?.etag ?? NO_CHANGE)
      if (isList || change !== this.#followed) this.#followed = (await this.#followAll()) ? change : undefined
      if (this.#failure !== undefined)
        logger.info({ store: store.name }, 'the store of the search index works again')
      this.#failure = undefined
      this.#heardAt = clock.now()
    } catch (error) {
      if (signal.aborted) return
      // Once, not at every look.
      if (this.#failure === undefined)
        logger.error(
          { err: error, store: store.name },
          'the newest search index cannot be had: searches go on with the one that is here',
        )
      this.#failure = error
    }
  }

  /** Brings what has changed of all projects. @returns false when some of it has to wait for another process */
  async #followAll(): Promise<boolean> {
    const etags = new Map<ProjectReplica, string>()
    for (const { key, etag } of await this.#parts.store.list(POINTERS, { signal: this.#closing.signal })) {
      const project = projectOfPointer(key)
      if (project !== undefined) etags.set(this.#replica(projectId(project)), etag)
    }
    const behind = [...this.#replicas.values()].filter((replica) => replica.isBehind(etags.get(replica)))
    const failures: unknown[] = []
    await inParallel(behind, PROJECTS_AT_ONCE, async (replica) => {
      await mapError(() => replica.sync()).catch((error: unknown) => failures.push(error))
    })
    // Another process of this machine pulls it, or writes.
    const [failure] = failures.filter((error) => !DocentError.is(error, 'conflict'))
    if (failure !== undefined) throw failure
    return failures.length === 0
  }
}

/**
 * What is served here, when a new revision may continue it. Undefined when the store has nothing to continue.
 *
 * @throws DocentError `conflict`, retryable, when this node has another revision than the store
 */
export async function assertBase(
  folder: string,
  id: string | undefined,
): Promise<CurrentRevision | undefined> {
  if (id === undefined) return undefined
  const current = await readCurrentRevision(folder)
  if (current?.published === id) return current
  throw new DocentError('conflict', 'A newer revision of this index is on its way to this node. Try again.', {
    isRetryable: true,
    retryAfterMs: 1_000,
  })
}

/** Its end, or that of the signal; the work goes on for others who wait. */
async function ended<Value>(work: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (signal === undefined) return work
  signal.throwIfAborted()
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([work, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

function notYet(cause: unknown): DocentError {
  return new DocentError(
    'unavailable',
    'The search index is on its way to this node. Try again in a moment.',
    {
      ...{ cause, isRetryable: true, retryAfterMs: 1_000 },
    },
  )
}
