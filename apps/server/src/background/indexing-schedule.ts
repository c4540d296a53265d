import {
  type Docent,
  DocentError,
  IndexProject,
  Logger,
  type Project,
  type ProjectId,
  ProjectStore,
  Retriever,
  Telemetry,
} from '@docent/core'

const MINUTE_MS = 60_000
/** Pushes that come shortly after another are indexed together, ms. */
const SOON_MS = 2_000
/** Share by which a pause may be shorter or longer. */
const JITTER = 0.1

/**
 * Keeps the search index of every project up to date: all at start, then all every few minutes, one after the other. The
 * projects that are read from websites have a row of their own, because reading a site takes long.
 */
export class IndexingSchedule {
  readonly #abort = new AbortController()
  readonly #logger: Logger
  /** Pushed to, and not indexed since. */
  readonly #wanted = new Map<string, { project: Project; force: boolean }>()
  #timer: NodeJS.Timeout | undefined
  #soon: NodeJS.Timeout | undefined
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
  }

  start(): void {
    this.#damage ??= this.docent.resolve(Retriever).onDamage?.((id) => void this.#mend(id))
    this.#after(() => this.#pass())
  }

  /** Indexes a project shortly, as after a push. */
  soon(project: Project, { force = false } = {}): void {
    if (this.#abort.signal.aborted) return
    this.#wanted.set(project.id, { project, force: force || this.#wanted.get(project.id)?.force === true })
    this.#soon ??= setTimeout(() => {
      this.#soon = undefined
      this.#after(() => this.#indexWanted())
    }, this.soonMs)
  }

  /** Resolves when the pass that is under way, if any, has ended. */
  async settled(): Promise<void> {
    await this.#running
    await this.#sites
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer)
    clearTimeout(this.#soon)
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

  /** One thing at a time. */
  #after(work: () => Promise<void>): void {
    this.#running = (this.#running ?? Promise.resolve()).then(work)
  }

  async #indexWanted(): Promise<void> {
    const wanted = [...this.#wanted.values()]
    this.#wanted.clear()
    for (const { project, force } of wanted) {
      if (this.#abort.signal.aborted) return
      // Whoever indexes it now may have begun before the push.
      if ((await this.#index(project, { force })) === 'busy') this.soon(project, { force })
    }
  }

  async #pass(): Promise<void> {
    const { signal } = this.#abort
    // After the first requests: opening the index costs more than everything else at start.
    await new Promise((resolve) => setImmediate(resolve))
    try {
      const projects = await this.docent.resolve(ProjectStore).list({ signal })
      const enabled = projects.filter(({ disabled }) => !disabled)
      // A pass that is still reading sites will come to those that are due.
      this.#sites ??= this.#indexDue(enabled.filter(({ source }) => source !== undefined)).finally(() => {
        this.#sites = undefined
      })
      await this.#indexDue(enabled.filter(({ source }) => source === undefined))
    } catch (error) {
      if (!signal.aborted) this.#logger.error({ err: error }, 'projects could not be listed for indexing')
    }
    if (signal.aborted || this.pollMinutes === 0) return
    // Servers that were started together do not stay together: git hosts would meet all of them at once.
    const jitter = 1 - JITTER + 2 * JITTER * this.random()
    this.#timer = setTimeout(() => this.start(), this.pollMinutes * MINUTE_MS * jitter)
    this.#timer.unref()
  }

  async #indexDue(projects: readonly Project[]): Promise<void> {
    for (const project of projects) {
      if (this.#abort.signal.aborted) return
      await this.#index(project, { onlyWhenDue: true })
    }
  }

  /** One project's failure is its own: the others are indexed all the same. */
  async #index(project: Project, { onlyWhenDue = false, force = false } = {}): Promise<'busy' | undefined> {
    const { signal } = this.#abort
    try {
      const index = this.docent.resolve(IndexProject)
      if (onlyWhenDue && !(await index.isDue(project, { signal }))) return undefined
      const summary = await index.run(project, { signal, force })
      const { changed, removed, pages, passages, ms } = summary
      this.#count(project, 'completed')
      if (changed + removed > 0)
        this.#logger.info({ projectId: project.id, changed, removed, pages, passages, ms }, 'indexed')
    } catch (error) {
      if (signal.aborted) return undefined
      if (DocentError.is(error, 'conflict')) {
        this.#logger.debug({ projectId: project.id }, 'another process indexes this project')
        return 'busy'
      }
      this.#count(project, 'failed')
      this.#logger.error({ err: error, projectId: project.id }, 'indexing failed')
    }
    return undefined
  }

  #count(project: Project, outcome: 'completed' | 'failed'): void {
    const telemetry = this.docent.resolve<Telemetry>(Telemetry)
    telemetry.add('docent.index.runs', 1, { outcome, 'docent.project.id': project.id })
  }
}
