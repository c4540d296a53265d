import type { ProjectId } from '../domain/ids.ts'
import type { Project } from '../domain/project.ts'
import { DocentError } from '../errors/docent-error.ts'
import { IndexProject } from '../ingest/index-project.ts'
import { lossesOf } from '../ingest/problems/problem-lines.ts'
import { indexProblems } from '../ingest/problems/problem-report.ts'
import { isIndexBusy } from '../ingest/progress/index-busy.ts'
import type { Docent } from '../plugin/docent.ts'
import { Logger } from '../ports/logger.ts'
import { ProjectNotes } from '../ports/project-notes.ts'
import { ProjectStore } from '../ports/project-store.ts'
import { Retriever } from '../ports/retriever.ts'
import { Settings } from '../ports/settings.ts'
import { Telemetry } from '../ports/telemetry.ts'
import { ChangeTimers } from './change-timers.ts'
import { openRuns } from './open-runs.ts'
import { type WantedIndex, WantedIndexes } from './wanted-indexes.ts'

const MINUTE_MS = 60_000
/** Pushes within this time are indexed together, ms. */
const SOON_MS = 2_000
/** Before the second try of what failed and may succeed later, ms; it doubles with each one more. */
const RETRY_MS = 5_000
const MOST_RETRY_MS = 10 * MINUTE_MS
/** Share by which a pause may be shorter or longer. */
const JITTER = 0.1

/**
 * Keeps the search index of every project up to date: all at start, then all every few minutes, one after the other. The
 * projects that are read from websites have a row of their own, because reading a site takes long.
 *
 * A run that another process holds is asked for again until it can be had, and a run whose process died is taken over
 * as soon as its lease has ended.
 */
export class IndexingSchedule {
  readonly #abort = new AbortController()
  readonly #logger: Logger
  /** Pushed to, or not indexed when they were due. */
  readonly #wanted: WantedIndexes
  /** Runs in a row that failed. */
  readonly #failed = new Map<ProjectId, number>()
  /** The losses of each index that were logged last. */
  readonly #losses = new Map<ProjectId, string>()
  /** Pages come and go by their dates, without a push. */
  readonly #changes = new ChangeTimers((project) => this.soon(project))
  #timer: NodeJS.Timeout | undefined
  #watch: NodeJS.Timeout | undefined
  #damage: Disposable | undefined
  #running: Promise<void> | undefined
  /** Websites that are read now. */
  #sites: Promise<void> | undefined

  /**
   * @param pollMinutes 0 indexes only at start.
   * @param random 0 to 1; tests bring their own
   */
  constructor(
    private readonly docent: Docent,
    private readonly pollMinutes: number,
    private readonly soonMs: number = SOON_MS,
    private readonly random: () => number = Math.random,
  ) {
    this.#logger = docent.resolve(Logger)
    this.#wanted = new WantedIndexes(() => this.#after(() => this.#indexWanted()))
  }

  start(): void {
    this.#damage ??= this.docent.resolve(Retriever).onDamage?.((id) => void this.#mend(id))
    this.#watchLater()
    this.#after(() => this.#pass())
  }

  /** Indexes a project shortly, as after a push. */
  soon(project: Project, { force = false } = {}): void {
    this.#want({ project, force, onlyWhenDue: false, ifBusy: 'ask again' }, this.soonMs)
  }

  /** Resolves when the pass that is under way, if any, has ended. */
  async settled(): Promise<void> {
    await this.#running
    await this.#sites
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer)
    clearTimeout(this.#watch)
    this.#wanted.stop()
    this.#changes.stop()
    this.#damage?.[Symbol.dispose]()
    this.#abort.abort()
    await this.settled()
  }

  async #mend(id: ProjectId): Promise<void> {
    const { signal } = this.#abort
    try {
      const project = await this.docent.resolve(ProjectStore).get(id, { signal })
      if (!project || project.disabled) return
      this.#logger.warn({ projectId: id }, 'the search index is missing or damaged: it is built anew')
      this.soon(project)
    } catch (error) {
      if (!signal.aborted) this.#logger.error({ err: error, projectId: id }, 'a project could not be read')
    }
  }

  #want(wanted: WantedIndex, inMs: number): void {
    if (!this.#abort.signal.aborted) this.#wanted.add(wanted, inMs)
  }

  /** One thing at a time. */
  #after(work: () => Promise<void>): void {
    this.#running = (this.#running ?? Promise.resolve()).then(work)
  }

  #afterSites(work: () => Promise<void>): void {
    const row = (this.#sites ?? Promise.resolve()).then(work).finally(() => {
      if (this.#sites === row) this.#sites = undefined
    })
    this.#sites = row
  }

  async #indexWanted(): Promise<void> {
    const wanted = this.#wanted.take()
    const sites = wanted.filter(({ project }) => project.source !== undefined)
    if (sites.length > 0) this.#afterSites(() => this.#indexEach(sites))
    await this.#indexEach(wanted.filter(({ project }) => project.source === undefined))
  }

  async #pass(): Promise<void> {
    const { signal } = this.#abort
    // After the first requests: opening the index costs more than everything else at start.
    await new Promise((resolve) => setImmediate(resolve))
    try {
      const projects = await this.docent.resolve(ProjectStore).list({ signal })
      const due = projects
        .filter(({ disabled }) => !disabled)
        .map((project): WantedIndex => ({ project, force: false, onlyWhenDue: true, ifBusy: 'ask again' }))
      // A pass that is still reading sites will come to those that are due.
      if (this.#sites === undefined)
        this.#afterSites(() => this.#indexEach(due.filter(({ project }) => project.source !== undefined)))
      await this.#indexEach(due.filter(({ project }) => project.source === undefined))
    } catch (error) {
      if (!signal.aborted) this.#logger.error({ err: error }, 'projects could not be listed for indexing')
    }
    if (signal.aborted || this.pollMinutes === 0) return
    this.#timer = setTimeout(
      () => this.#after(() => this.#pass()),
      this.#jittered(this.pollMinutes * MINUTE_MS),
    )
    this.#timer.unref()
  }

  /** Servers that were started together do not stay together: git hosts would meet all of them at once. */
  #jittered(ms: number): number {
    return ms * (1 - JITTER + 2 * JITTER * this.random())
  }

  #watchLater(): void {
    const { heartbeatMs } = this.docent.resolve<Settings>(Settings).leases.index
    this.#watch = setTimeout(() => this.#after(() => this.#takeOver()), heartbeatMs).unref()
  }

  /** Goes on with the runs of processes that died: those of the others are refused until they end. */
  async #takeOver(): Promise<void> {
    const { signal } = this.#abort
    try {
      for (const project of await openRuns(this.docent, signal)) {
        const isReadHere = project.source !== undefined && this.#sites !== undefined
        if (!isReadHere) this.#want({ project, force: false, onlyWhenDue: true, ifBusy: 'leave' }, 0)
      }
    } catch (error) {
      if (!signal.aborted) this.#logger.warn({ err: error }, 'runs of other processes could not be looked up')
    }
    if (!signal.aborted) this.#watchLater()
  }

  async #indexEach(wanted: readonly WantedIndex[]): Promise<void> {
    for (const each of wanted) {
      if (this.#abort.signal.aborted) return
      await this.#index(each)
    }
  }

  /** One project's failure is its own: the others are indexed all the same. */
  async #index(wanted: WantedIndex): Promise<void> {
    const { project, force, onlyWhenDue } = wanted
    const { signal } = this.#abort
    try {
      const index = this.docent.resolve(IndexProject)
      if (onlyWhenDue && !(await index.isDue(project, { signal }))) return
      const summary = await index.run(project, { signal, force })
      const { changed, removed, pages, passages, ms, nextChangeAt } = summary
      if (!signal.aborted) this.#changes.set(project, nextChangeAt)
      this.#failed.delete(project.id)
      this.#count(project, 'completed')
      if (changed + removed > 0)
        this.#logger.info({ projectId: project.id, changed, removed, pages, passages, ms }, 'indexed')
      await this.#logLosses(project)
    } catch (error) {
      if (signal.aborted) return
      if (isIndexBusy(error)) {
        this.#logger.debug({ projectId: project.id }, 'another process indexes this project')
        // It may have begun before what this run was asked for, or die.
        if (wanted.ifBusy === 'ask again') this.#want(wanted, this.soonMs)
        return
      }
      this.#count(project, 'failed')
      this.#logger.error({ err: error, projectId: project.id }, 'indexing failed')
      if (DocentError.is(error) && error.isRetryable) this.#retry(wanted, error.retryAfterMs)
    }
  }

  /** Once after the start, and again when it changes. */
  async #logLosses({ id: projectId }: Project): Promise<void> {
    const losses = lossesOf((await indexProblems(this.docent.resolve(ProjectNotes), projectId)) ?? [])
    const text = losses.join(' ')
    if ((this.#losses.get(projectId) ?? '') === text) return
    this.#losses.set(projectId, text)
    if (losses.length === 0) this.#logger.info({ projectId }, 'the index is complete again')
    else this.#logger.warn({ projectId, losses }, 'the index is not complete: see "docent doctor"')
  }

  #retry(wanted: WantedIndex, afterMs = 0): void {
    const { id } = wanted.project
    const failed = this.#failed.get(id) ?? 0
    this.#failed.set(id, failed + 1)
    const pause = Math.min(MOST_RETRY_MS, RETRY_MS * 2 ** failed)
    this.#want(wanted, Math.max(afterMs, this.#jittered(pause)))
  }

  #count(project: Project, outcome: 'completed' | 'failed'): void {
    const telemetry = this.docent.resolve<Telemetry>(Telemetry)
    telemetry.add('docent.index.runs', 1, { outcome, 'docent.project.id': project.id })
  }
}
