import { inject, Lifecycle, scoped } from 'tsyringe'
import { z } from 'zod'
import type { ProjectId } from '../domain/ids.ts'
import type { Json } from '../domain/json.ts'
import type { Project } from '../domain/project.ts'
import { ProjectUpdate } from '../domain/project-update.ts'
import type { CallOptions } from '../ports/call-options.ts'
import { Clock } from '../ports/clock.ts'
import { Ids } from '../ports/ids.ts'
import { ProjectNotes } from '../ports/project-notes.ts'

const DAY_MS = 86_400_000
/** How long a record is kept after it was made. */
const KEPT_DAYS = 30
/** Records of one project that are kept. */
const MOST_KEPT = 500

const Kept = z.array(z.object({ id: z.string(), createdAt: z.number() }))
const LIST = 'updates'
/** The update of a project that was queued last. */
const NEWEST = 'newest-update'

/** Records of updates, which survive a restart. A status id names its project, so that it is found without one. */
@scoped(Lifecycle.ContainerScoped)
export class ProjectUpdates {
  /** One change of a project's list at a time. */
  readonly #turns = new Map<string, Promise<unknown>>()

  constructor(
    @inject(ProjectNotes) private readonly notes: ProjectNotes,
    @inject(Clock) private readonly clock: Clock,
    @inject(Ids) private readonly ids: Ids,
  ) {}

  /** Queues an update; while one is queued, that one is the answer. */
  queue(
    project: Project,
    asked: Pick<ProjectUpdate, 'source'>,
    options: CallOptions = {},
  ): Promise<ProjectUpdate> {
    return this.#inTurn(project.id, async () => {
      const kept = await this.#kept(project, options)
      for (const { id } of kept.slice(-10).reverse()) {
        const known = await this.#read(project, id, options)
        if (known?.status === 'queued') return known
      }
      const createdAt = this.clock.now()
      const id = `${Buffer.from(project.id).toString('base64url')}.${this.ids.secret()}`
      const update: ProjectUpdate = {
        id,
        projectId: project.id,
        status: 'queued',
        createdAt,
        logs: [],
        ...asked,
      }
      await this.write(project, update, options)
      const since = createdAt - KEPT_DAYS * DAY_MS
      const all = [...kept, { id, createdAt }]
      const left = all.filter((each) => each.createdAt >= since).slice(-MOST_KEPT)
      for (const old of all)
        if (!left.includes(old)) await this.notes.write(project.id, noteOf(old.id), null, options)
      await this.notes.write(project.id, LIST, left, options)
      await this.notes.write(project.id, NEWEST, id, options)
      return update
    })
  }

  /** Undefined when it was never made, or is no longer kept. */
  async find(project: Project, id: string, options: CallOptions = {}): Promise<ProjectUpdate | undefined> {
    const found = await this.#read(project, id, options)
    if (!found || found.createdAt < this.clock.now() - KEPT_DAYS * DAY_MS) return undefined
    return found
  }

  async write(project: Project, update: ProjectUpdate, options: CallOptions = {}): Promise<void> {
    await this.notes.write(project.id, noteOf(update.id), JSON.parse(JSON.stringify(update)), options)
  }

  /** Of each project that ever had an update, the one that was queued last. */
  newest(options: CallOptions = {}): Promise<ReadonlyMap<ProjectId, Json>> {
    return this.notes.list(NEWEST, options)
  }

  /** Those that did not end, the oldest first: after a restart they are run again. */
  async unfinished(project: Project, options: CallOptions = {}): Promise<ProjectUpdate[]> {
    const kept = await this.#kept(project, options)
    const newest = await Promise.all(kept.slice(-20).map(({ id }) => this.#read(project, id, options)))
    return newest.flatMap((update) =>
      update?.status === 'queued' || update?.status === 'in_progress' ? [update] : [],
    )
  }

  async #read(project: Project, id: string, options: CallOptions): Promise<ProjectUpdate | undefined> {
    if (!/^[\w-]+\.[0-9a-f]{32}$/.test(id)) return undefined
    return ProjectUpdate.safeParse(await this.notes.read(project.id, noteOf(id), options)).data
  }

  async #kept(project: Project, options: CallOptions) {
    return Kept.safeParse(await this.notes.read(project.id, LIST, options)).data ?? []
  }

  #inTurn<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const turn = (this.#turns.get(key) ?? Promise.resolve()).then(work, work)
    this.#turns.set(key, turn)
    return turn.finally(() => {
      if (this.#turns.get(key) === turn) this.#turns.delete(key)
    })
  }
}

/** The project that a status id names; undefined when it is none. */
export function projectOfUpdate(id: string): string | undefined {
  const [name = '', secret] = id.split('.')
  return secret === undefined ? undefined : Buffer.from(name, 'base64url').toString()
}

function noteOf(id: string): string {
  return `update-${id}`
}
