import { inject, injectable } from 'tsyringe'
import type { CallOptions } from '../ports/call-options.ts'
import { Clock } from '../ports/clock.ts'
import type { GitHost } from '../ports/git-host.ts'
import { JobStore } from '../ports/job-store.ts'
import { Logger } from '../ports/logger.ts'
import { ProjectStore } from '../ports/project-store.ts'
import { notePullRequest, type SeenPullRequest } from '../projects/note-pull-request.ts'
import { hostedProjects } from './hosted-projects.ts'

/** Records what became of a pull request, in every job that works on it. */
@injectable()
export class RecordPullRequest {
  constructor(
    @inject(ProjectStore) private readonly projects: ProjectStore,
    @inject(JobStore) private readonly jobs: JobStore,
    @inject(Clock) private readonly clock: Clock,
    @inject(Logger) private readonly logger: Logger,
  ) {}

  /** Safe to repeat, in any order: what is merged stays merged. */
  async record(
    host: GitHost,
    repository: string,
    pull: SeenPullRequest,
    options: CallOptions = {},
  ): Promise<void> {
    const projects = await hostedProjects(this.projects, host, repository, options)
    const ids = new Set(projects.map(({ id }) => id))
    for (const url of new Set(projects.map((project) => project.repository))) {
      for (const job of await this.jobs.listByPullRequest(url, pull.number, options)) {
        if (!ids.has(job.projectId)) continue
        const isNews = await notePullRequest(this.jobs, job, pull, this.clock.now(), options)
        const { number, state } = pull
        if (isNews)
          this.logger.info({ host: host.name, jobId: job.id, number, state }, 'a pull request changed')
      }
    }
  }
}
