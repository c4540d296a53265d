import { defined } from '@docent/content'
import type { ProjectId } from '../domain/ids.ts'
import type { Json } from '../domain/json.ts'
import type { Project } from '../domain/project.ts'
import type { ProjectUpdate } from '../domain/project-update.ts'
import { sleep } from '../domain/sleep.ts'
import { DocentError } from '../errors/docent-error.ts'
import { indexInTurn } from '../ingest/index-in-turn.ts'
import { IndexProject } from '../ingest/index-project.ts'
import { lossesOf, problemLines } from '../ingest/problems/problem-lines.ts'
import { updateSummary } from '../ingest/progress/update-summary.ts'
import { ProjectUpdates } from '../ingest/project-updates.ts'
import { commitOf } from '../ingest/source/commit-of-revision.ts'
import type { Docent } from '../plugin/docent.ts'
import { BackgroundTasks, type TaskQueue } from '../ports/background-tasks.ts'
import { Clock } from '../ports/clock.ts'
import { RegisteredDocsSources } from '../ports/docs-source.ts'
import { Logger } from '../ports/logger.ts'
import { ProjectStore } from '../ports/project-store.ts'
import { UpdateLease } from './update-lease.ts'

/** How long to wait for another process that is indexing the project. */
const BUSY_MS = 2_000
/** How often progress is written. */
const PROGRESS_MS = 250

/** How long a process that died keeps others from its update, ms. */
const LEASE_MS = 30_000

/** Of problems, in the record of an update. */
const MOST_LINES = 100

/** How often to look for updates that a process left behind, or queued without a word. */
const LOOK_MS = 10_000

/** Says that somebody queued an update. */
const QUEUED: TaskQueue = { name: 'updates-queued', attempts: 3, retryMs: 1_000, leaseMs: 10_000 }

/** Processes that one update may end: the same documentation would end the next one too. */
const MOST_ATTEMPTS = 3

/**
 * Runs updates, one at a time a project: also those that a stopped server left behind, and those of other processes. A
 * lease separates what another process runs from what a dead one left behind.
 */
export class UpdateRunner {
  readonly #abort = new AbortController()
  readonly #rows = new Map<string, Promise<void>>()
  /** Ids of those that run here, or wait to. */
  readonly #taken = new Set<string>()
  /** Newest updates of projects all of whose updates have ended. */
  readonly #ended = new Map<ProjectId, Json>()
  #isFailing = false
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined
  #worker: AsyncDisposable | undefined

  constructor(
    private readonly docent: Docent,
    private readonly busyMs: number = BUSY_MS,
    private readonly lookMs: number = LOOK_MS,
    private readonly leaseMs: number = LEASE_MS,
  ) {}

  /** Takes up what did not end before the last stop. */
  start(): void {
    this.#looking = this.#look()
    this.#lookLater()
    this.#worker = this.docent.resolve<BackgroundTasks>(BackgroundTasks).work(QUEUED, () => this.#look())
  }

  /** Tells the processes that run updates of a queued one, where this process runs none. */
  announce(project: Project): void {
    this.docent
      .resolve<BackgroundTasks>(BackgroundTasks)
      .add(QUEUED, null, { key: 'look' })
      .catch((error: unknown) => {
        const context = { err: error, projectId: project.id }
        this.docent.resolve(Logger).warn(context, 'nobody was told of an update: it begins a little later')
      })
  }

  /** Runs it after those of the project that came before. Never rejects: the record says how it ended. */
  async run(project: Project, update: ProjectUpdate): Promise<void> {
    if (this.#abort.signal.aborted || this.#taken.has(update.id)) return
    this.#taken.add(update.id)
    const row = (this.#rows.get(project.id) ?? Promise.resolve()).then(() => this.#run(project, update))
    this.#rows.set(project.id, row)
    await row.finally(() => {
      this.#taken.delete(update.id)
      if (this.#rows.get(project.id) === row) this.#rows.delete(project.id)
    })
  }

  async stop(): Promise<void> {
    this.#abort.abort()
    clearTimeout(this.#timer)
    await this.#worker?.[Symbol.asyncDispose]()
    await this.#looking
    await Promise.all(this.#rows.values())
  }

  #lookLater(): void {
    this.#timer = setTimeout(() => {
      this.#looking = this.#look().then(() => {
        if (!this.#abort.signal.aborted) this.#lookLater()
      })
    }, this.lookMs)
    this.#timer.unref()
  }

  async #look(): Promise<void> {
    const { signal } = this.#abort
    try {
      const updates = this.docent.resolve(ProjectUpdates)
      for (const [id, newest] of await updates.newest({ signal })) {
        if (this.#ended.get(id) === newest) continue
        const project = await this.docent.resolve(ProjectStore).get(id, { signal })
        const unfinished = project ? await updates.unfinished(project, { signal }) : []
        if (unfinished.length === 0) this.#ended.set(id, newest)
        else for (const update of unfinished) if (project) void this.run(project, update)
      }
      this.#isFailing = false
    } catch (error) {
      // Once, not at every look.
      if (!signal.aborted && !this.#isFailing)
        this.docent.resolve(Logger).error({ err: error }, 'updates could not be taken up again')
      this.#isFailing = true
    }
  }

  async #run(project: Project, queued: ProjectUpdate): Promise<void> {
    const { signal } = this.#abort
    let held: HeldUpdate | undefined
    try {
      held = await this.#lease(project, queued)
      if (held) await this.#record(project, held.update)
    } catch (error) {
      if (!signal.aborted) this.docent.resolve(Logger).error({ err: error }, 'an update could not be run')
    } finally {
      await held?.lease.giveBack()
    }
  }

  /** Waits for the processes before this one; undefined when one of them ended the update. */
  async #lease(project: Project, { id }: ProjectUpdate): Promise<HeldUpdate | undefined> {
    const { signal } = this.#abort
    for (;;) {
      signal.throwIfAborted()
      const lease = await UpdateLease.take(this.docent, project, this.leaseMs, signal)
      const update = await this.docent.resolve(ProjectUpdates).find(project, id, { signal })
      const open = update?.status === 'queued' || update?.status === 'in_progress' ? update : undefined
      if (lease && open) return { lease, update: open }
      await lease?.giveBack()
      if (!open) return undefined
      await sleep(this.busyMs, signal)
    }
  }

  async #record(project: Project, queued: ProjectUpdate): Promise<void> {
    const { signal } = this.#abort
    const updates = this.docent.resolve(ProjectUpdates)
    const clock = this.docent.resolve(Clock)
    const attempts = queued.attempts ?? 0
    try {
      if (attempts >= MOST_ATTEMPTS) return await this.#fail(project, queued, endedTooOften(attempts))
      const logs = [...queued.logs, 'Started.']
      // Recorded before anything is read: a process that dies leaves it behind.
      const begun: ProjectUpdate = { ...queued, status: 'in_progress', logs, attempts: attempts + 1 }
      await updates.write(project, begun)
      const done = await this.#index(project, begun)
      await updates.write(project, { ...done, status: 'success', endedAt: clock.now() })
    } catch (error) {
      // A server that stops leaves it to the next one, and has not failed.
      if (signal.aborted) return await this.#writeProgress(project, queued)
      const reason = DocentError.is(error) ? error.message : 'The update failed. See the server log.'
      const logs = [...queued.logs, 'Started.']
      await this.#fail(project, { ...queued, logs }, reason, error)
    }
  }

  async #fail(project: Project, update: ProjectUpdate, reason: string, error?: unknown): Promise<void> {
    this.docent
      .resolve(Logger)
      .error({ err: error, projectId: project.id, updateId: update.id, reason }, 'an update failed')
    const endedAt = this.docent.resolve(Clock).now()
    const logs = [...update.logs, reason]
    await this.docent
      .resolve(ProjectUpdates)
      .write(project, { ...update, status: 'failure', summary: reason, logs, endedAt })
  }

  /** Progress is only information: the update goes on when it cannot be written. */
  async #writeProgress(project: Project, update: ProjectUpdate): Promise<void> {
    try {
      await this.docent.resolve(ProjectUpdates).write(project, update)
    } catch (error) {
      const context = { err: error, projectId: project.id }
      this.docent.resolve(Logger).warn(context, 'progress was not written')
    }
  }

  async #index(project: Project, update: ProjectUpdate): Promise<ProjectUpdate> {
    const { signal } = this.#abort
    const clock = this.docent.resolve(Clock)
    let writtenAt = 0
    /** In order, and none after the end. */
    let writing = Promise.resolve()
    const index = this.docent.resolve(IndexProject)
    const indexed = await indexInTurn(index, project, {
      signal,
      everyMs: this.busyMs,
      onProgress: (progress) => {
        const now = clock.now()
        if (now - writtenAt < PROGRESS_MS || progress.phase === 'done') return
        writtenAt = now
        const summary = updateSummary(progress, now)
        const { phase, pagesDone: done, pagesTotal: total, etaMs } = progress
        const current = { ...update, summary, progress: { phase, done, total, etaMs } }
        writing = writing.then(() => this.#writeProgress(project, current))
      },
    }).finally(() => writing)
    const { changed, removed, pages, passages, problemGroups } = indexed
    const sources = this.docent.resolve(RegisteredDocsSources)
    const commit = await commitOf(project, indexed, sources, { signal })
    const counts = `${changed} pages changed, ${removed} removed; ${pages} pages with ${passages} passages.`
    const summary = [counts, ...lossesOf(problemGroups)].join(' ')
    const logs = [...update.logs, ...problemLines(problemGroups).slice(0, MOST_LINES), summary]
    return { ...update, summary, logs, ...defined({ commit }) }
  }
}

interface HeldUpdate {
  lease: UpdateLease
  /** As the last process left it. */
  update: ProjectUpdate
}

function endedTooOften(attempts: number): string {
  return `The server ended ${attempts} times while it ran this update, so it doesn't run it again. Check the server log before each end. Usually, the server ran out of memory. Then start a new update.`
}
