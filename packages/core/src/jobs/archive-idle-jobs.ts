import { inject, injectable } from 'tsyringe'
import type { Job } from '../domain/job.ts'
import { applyTransition } from '../domain/job-state.ts'
import { DocentError } from '../errors/docent-error.ts'
import type { CallOptions } from '../ports/call-options.ts'
import { Clock } from '../ports/clock.ts'
import { JobStore } from '../ports/job-store.ts'
import { Logger } from '../ports/logger.ts'
import { ProjectStore } from '../ports/project-store.ts'
import { Settings } from '../ports/settings.ts'
import { GitHosts } from '../projects/git-hosts.ts'
import { notePullRequest } from '../projects/note-pull-request.ts'
import { inTurn } from './in-turn.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Idle jobs among which those of a round are chosen: the pull requests of many may stay open for long. */
const CANDIDATES = 1_000
const PER_ROUND = 50

/** Archives jobs that nobody used for a while, and deletes what the retention settings name. */
@injectable()
export class ArchiveIdleJobs {
  constructor(
    @inject(JobStore) private readonly jobs: JobStore,
    @inject(ProjectStore) private readonly projects: ProjectStore,
    @inject(GitHosts) private readonly hosts: GitHosts,
    @inject(Settings) private readonly settings: Settings,
    @inject(Clock) private readonly clock: Clock,
    @inject(Logger) private readonly logger: Logger,
  ) {}

  /** One round over at most 50 jobs. A job whose pull request is open, or cannot be looked at, stays. */
  async archive(options: CallOptions = {}): Promise<{ archived: number }> {
    const { archiveAfterDays, keepStepsDays, keepEventsDays } = this.settings.agent
    const now = this.clock.now()
    const before = now - archiveAfterDays * DAY_MS
    let archived = 0
    const idle = await this.jobs.idleSince(before, CANDIDATES, options)
    for (const job of inTurn(idle, PER_ROUND, now).slice(0, PER_ROUND)) {
      if (await this.#mayHaveOpenPullRequest(job, options)) continue
      await this.jobs.update(
        job.id,
        // Somebody used the job in the meantime: leave it.
        (current) =>
          current.status === 'active' || current.archivedAt !== null || current.updatedAt >= before
            ? { job: current, messages: [], events: [] }
            : applyTransition(current, { type: 'archive', at: now, by: 'automatic' }),
        undefined,
        options,
      )
      archived++
    }
    await this.jobs.prune(
      { steps: now - keepStepsDays * DAY_MS, events: now - keepEventsDays * DAY_MS },
      options,
    )
    return { archived }
  }

  async #mayHaveOpenPullRequest(job: Job, options: CallOptions): Promise<boolean> {
    if (!job.pullRequest || job.pullRequest.mergedAt !== undefined) return false
    try {
      const project = await this.projects.get(job.projectId, options)
      if (!project) return false
      const host = await this.hosts.forProject(project, options)
      const pull = await host.pullRequest(job.source.repository, job.pullRequest.number, options)
      if (pull) await notePullRequest(this.jobs, job, pull, this.clock.now(), options)
      return pull?.state === 'open'
    } catch (error) {
      if (!DocentError.is(error)) throw error
      this.logger.warn(
        { err: error, jobId: job.id },
        'the pull request of an idle job could not be looked at',
      )
      return true
    }
  }
}
