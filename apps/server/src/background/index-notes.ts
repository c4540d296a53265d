import { Clock, type Docent, Logger, type Project, ProjectNotes, ProjectStore } from '@docent/core'
import { z } from 'zod'
import type { IndexingSchedule } from './indexing-schedule.ts'

/** How often a process that indexes looks for what others asked, ms. */
const LOOK_MS = 2_000
const ASKED = 'index-asked'
const TAKEN = 'index-taken'

const Asked = z.object({ at: z.number(), force: z.boolean() })

/**
 * How a process that serves asks another one to index a project: a note in the store, because both know nothing else of
 * each other. What was taken is a note of its own, so that nothing is lost that is asked meanwhile.
 */
export class IndexNotes {
  readonly #notes: ProjectNotes
  readonly #projects: ProjectStore
  readonly #clock: Clock
  readonly #logger: Logger
  readonly #abort = new AbortController()
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined

  constructor(
    docent: Docent,
    private readonly lookMs: number = LOOK_MS,
  ) {
    this.#notes = docent.resolve(ProjectNotes)
    this.#projects = docent.resolve(ProjectStore)
    this.#clock = docent.resolve(Clock)
    this.#logger = docent.resolve(Logger)
  }

  /** Does not wait: a request that asks has its reply without it. */
  ask(project: Project, force: boolean): void {
    this.#notes.write(project.id, ASKED, { at: this.#clock.now(), force }).catch((error: unknown) => {
      this.#logger.error(
        { err: error, projectId: project.id },
        'a project could not be marked for indexing: it is indexed with the next poll',
      )
    })
  }

  /** Looks for what was asked until `stop`. */
  follow(indexing: Pick<IndexingSchedule, 'soon'>): void {
    this.#timer = setTimeout(() => {
      this.#looking = this.#look(indexing).then(() => {
        if (!this.#abort.signal.aborted) this.follow(indexing)
      })
    }, this.lookMs)
    this.#timer.unref()
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer)
    this.#abort.abort()
    await this.#looking
  }

  async #look(indexing: Pick<IndexingSchedule, 'soon'>): Promise<void> {
    const { signal } = this.#abort
    try {
      for (const project of await this.#projects.list({ signal })) {
        const asked = Asked.safeParse(await this.#notes.read(project.id, ASKED, { signal }))
        if (!asked.success || project.disabled) continue
        const { at, force } = asked.data
        const taken = await this.#notes.read(project.id, TAKEN, { signal })
        if (typeof taken === 'number' && taken >= at) continue
        await this.#notes.write(project.id, TAKEN, at, { signal })
        indexing.soon(project, { force })
      }
    } catch (error) {
      if (!signal.aborted) this.#logger.error({ err: error }, 'requests for indexing could not be read')
    }
  }
}
