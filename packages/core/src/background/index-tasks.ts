import { z } from 'zod'
import { projectId } from '../domain/ids.ts'
import type { Project } from '../domain/project.ts'
import type { Docent } from '../plugin/docent.ts'
import { BackgroundTasks, type TaskQueue } from '../ports/background-tasks.ts'
import { Logger } from '../ports/logger.ts'
import { ProjectStore } from '../ports/project-store.ts'
import type { IndexingSchedule } from './indexing-schedule.ts'

const QUEUE: TaskQueue = { name: 'index-requests', attempts: 5, retryMs: 2_000, leaseMs: 30_000 }
const Asked = z.object({ project: z.string(), force: z.boolean() })

/** How a process that serves asks another one to index a project: that is all they know of each other. */
export class IndexTasks {
  readonly #tasks: BackgroundTasks
  readonly #projects: ProjectStore
  readonly #logger: Logger
  #worker: AsyncDisposable | undefined

  constructor(docent: Docent) {
    this.#tasks = docent.resolve(BackgroundTasks)
    this.#projects = docent.resolve(ProjectStore)
    this.#logger = docent.resolve(Logger)
  }

  /** Does not wait: a request that asks has its reply without it. */
  ask(project: Project, force: boolean): void {
    const key = force ? `${project.id} anew` : project.id
    this.#tasks.add(QUEUE, { project: project.id, force }, { key }).catch((error: unknown) => {
      this.#logger.error(
        { err: error, projectId: project.id },
        'a project could not be marked for indexing: it is indexed with the next poll',
      )
    })
  }

  /** Takes up what was asked until `stop`. */
  follow(indexing: Pick<IndexingSchedule, 'soon'>): void {
    this.#worker ??= this.#tasks.work(QUEUE, async ({ data }, signal) => {
      const { project: id, force } = Asked.parse(data)
      const project = await this.#projects.get(projectId(id), { signal })
      if (project && !project.disabled) indexing.soon(project, { force })
    })
  }

  async stop(): Promise<void> {
    await this.#worker?.[Symbol.asyncDispose]()
  }
}
