import { INDEX_STATE } from '@docent/core'
import {
  AuditLog,
  type Docent,
  type JobId,
  JobStore,
  type Json,
  type Logger,
  type OrganizationId,
  type ProjectId,
  ProjectNotes,
  ProjectStore,
} from '@docent/core/plugin'

/** How often the stores are asked while somebody listens, ms. */
const EVERY_MS = 1_000
/** Jobs of a project that are looked at, the newest. The page of an older job follows the job's own events. */
const JOBS = 50

export const NEWS_TOPICS = ['jobs', 'index', 'audit'] as const
export type NewsTopic = (typeof NEWS_TOPICS)[number]

/** Something changed; what it is now is read from the operation that shows it. */
export interface News {
  readonly topic: NewsTopic
  /** Absent for what is about the organization. */
  readonly projectId?: ProjectId
  readonly data: Readonly<Record<string, unknown>>
}

type Listener = (news: readonly News[]) => void

/**
 * Tells what changes in an organization, whichever process changed it: it compares what the stores hold now with what
 * they held before. It asks once for all listeners of an organization, and not at all without one.
 */
export class NewsHub {
  readonly #rooms = new Map<OrganizationId, Room>()

  constructor(
    private readonly docent: Docent,
    private readonly logger: Logger,
  ) {}

  /** Calls back with every change from now on, until what it returns is disposed of. */
  async listen(organization: OrganizationId, listener: Listener): Promise<Disposable> {
    const room = this.#rooms.get(organization) ?? new Room(this.docent, organization, this.logger)
    this.#rooms.set(organization, room)
    room.listeners.add(listener)
    const leave = () => {
      room.listeners.delete(listener)
      if (room.listeners.size > 0) return
      room.close()
      if (this.#rooms.get(organization) === room) this.#rooms.delete(organization)
    }
    try {
      await room.open()
    } catch (error) {
      leave()
      throw error
    }
    return { [Symbol.dispose]: leave }
  }
}

/** One organization that somebody listens to. */
class Room {
  readonly listeners = new Set<Listener>()
  #known = new Map<string, string>()
  #opening: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #isClosed = false
  #isFailing = false

  constructor(
    private readonly docent: Docent,
    private readonly organization: OrganizationId,
    private readonly logger: Logger,
  ) {}

  /** Resolves when it is known what there is, so that every later change is news. */
  open(): Promise<void> {
    this.#opening ??= this.#look().then(
      () => this.#schedule(),
      (error: unknown) => {
        this.#opening = undefined
        throw error
      },
    )
    return this.#opening
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }

  #schedule(): void {
    if (this.#isClosed) return
    this.#timer = setTimeout(() => void this.#tick(), EVERY_MS)
    this.#timer.unref()
  }

  async #tick(): Promise<void> {
    try {
      const news = await this.#look()
      this.#isFailing = false
      if (news.length > 0) for (const listener of [...this.listeners]) listener(news)
    } catch (error) {
      // Once, not at every look.
      if (!this.#isFailing)
        this.logger.warn({ err: error }, 'what changed could not be read from the stores; it is tried again')
      this.#isFailing = true
    }
    this.#schedule()
  }

  /** What differs from the last time. */
  async #look(): Promise<News[]> {
    const now = new Map<string, News>()
    const projects = await this.docent.resolve<ProjectStore>(ProjectStore).list()
    const own = projects.filter(
      (project) => project.organizationId === this.organization && !project.disabled,
    )
    const states = await this.docent.resolve<ProjectNotes>(ProjectNotes).list(INDEX_STATE)
    await Promise.all(own.map(({ id }) => this.#lookAt(id, states.get(id), now)))
    const { entries } = await this.docent
      .resolve<AuditLog>(AuditLog)
      .list({ organizationId: this.organization, limit: 1 })
    for (const { id, action } of entries) now.set('audit', { topic: 'audit', data: { id, action } })
    const texts = new Map([...now].map(([key, { data }]) => [key, JSON.stringify(data)]))
    const news = [...now].filter(([key]) => texts.get(key) !== this.#known.get(key)).map(([, each]) => each)
    this.#known = texts
    return news
  }

  async #lookAt(projectId: ProjectId, index: Json | undefined, now: Map<string, News>): Promise<void> {
    const { jobs } = await this.docent.resolve<JobStore>(JobStore).list({ projectId, limit: JOBS })
    for (const { id, status, title, updatedAt, archivedAt } of jobs) {
      const data = { id: id satisfies JobId, status, title, updatedAt, isArchived: archivedAt !== null }
      now.set(`job ${id}`, { topic: 'jobs', projectId, data })
    }
    if (index !== undefined)
      now.set(`index ${projectId}`, { topic: 'index', projectId, data: { progress: index } })
  }
}
