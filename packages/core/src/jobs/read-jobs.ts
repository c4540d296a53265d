import { inject, injectable } from 'tsyringe'
import type { JobId } from '../domain/ids.ts'
import type { Job, JobMessage, StoredJobEvent } from '../domain/job.ts'
import type { JobPlace } from '../domain/job-queue.ts'
import type { Project } from '../domain/project.ts'
import type { CallOptions } from '../ports/call-options.ts'
import { type JobPage, type JobQuery, JobStore } from '../ports/job-store.ts'
import { assertOfProject } from './job-access.ts'

/** The messages that a job begins with. */
export type NewJobRequest = readonly Pick<JobMessage, 'role' | 'content'>[]

/** Reads jobs of one project. */
@injectable()
export class ReadJobs {
  constructor(@inject(JobStore) private readonly jobs: JobStore) {}

  /** @throws DocentError `not_found`, also for a job of another project. */
  async get(project: Project, id: JobId, options: CallOptions = {}): Promise<Job> {
    const job = await this.jobs.get(id, options)
    assertOfProject(job, project, id)
    return job
  }

  /**
   * What the job was asked for at first, to be asked again.
   * @throws DocentError `not_found`
   */
  async request(project: Project, id: JobId, options: CallOptions = {}): Promise<NewJobRequest> {
    const job = await this.get(project, id, options)
    const messages = await this.jobs.messages(id, options)
    return messages
      .filter(({ createdAt }) => createdAt === job.createdAt)
      .map(({ role, content }) => ({ role, content }))
  }

  list(project: Project, query: Omit<JobQuery, 'projectId'>, options: CallOptions = {}): Promise<JobPage> {
    return this.jobs.list({ ...query, projectId: project.id }, options)
  }

  /** Where the active ones of these jobs stand in the line of their project; nothing where the store doesn't say. */
  async places(
    project: Project,
    jobs: readonly Job[],
    options: CallOptions = {},
  ): Promise<ReadonlyMap<JobId, JobPlace>> {
    const active = jobs.filter(({ status }) => status === 'active').map(({ id }) => id)
    if (active.length === 0 || !this.jobs.places) return new Map()
    return this.jobs.places(project.id, active, options)
  }

  /** Events after `after` and then live ones, until the signal aborts. @throws DocentError `not_found` */
  async events(
    project: Project,
    id: JobId,
    after: number,
    options: CallOptions,
  ): Promise<AsyncIterable<StoredJobEvent>> {
    await this.get(project, id, options)
    return this.jobs.events(id, after, options)
  }
}
