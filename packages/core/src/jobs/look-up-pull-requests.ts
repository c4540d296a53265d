import { inject, injectable } from 'tsyringe'
import type { Job } from '../domain/job.ts'
import { DocentError } from '../errors/docent-error.ts'
import type { CallOptions } from '../ports/call-options.ts'
import { Clock } from '../ports/clock.ts'
import type { GitHost } from '../ports/git-host.ts'
import { JobStore } from '../ports/job-store.ts'
import { Logger } from '../ports/logger.ts'
import { ProjectStore } from '../ports/project-store.ts'
import { GitHosts } from '../projects/git-hosts.ts'
import { notePullRequest, type SeenPullRequest } from '../projects/note-pull-request.ts'
import { inTurn } from './in-turn.ts'

const HOUR_MS = 3_600_000
/** Later merges are rare, and webhooks still report them. */
const MAX_AGE_MS = 30 * 24 * HOUR_MS
/** Open pull requests among which those of a round are chosen. */
const CANDIDATES = 1_000
/** Requests to git hosts in one round. */
const PER_ROUND = 50

/**
 * Asks the git hosts what became of open pull requests: without a webhook, or after one was lost, Docent doesn't hear of it.
 * Few a round, so that it takes little of a host's rate limit; the next hour goes on with the next ones.
 */
@injectable()
export class LookUpPullRequests {
  constructor(
    @inject(JobStore) private readonly jobs: JobStore,
    @inject(ProjectStore) private readonly projects: ProjectStore,
    @inject(GitHosts) private readonly hosts: GitHosts,
    @inject(Clock) private readonly clock: Clock,
    @inject(Logger) private readonly logger: Logger,
  ) {}

  /** One round. A host that fails is left alone until the next one. */
  async lookUp(options: CallOptions = {}): Promise<{ asked: number; changed: number }> {
    const now = this.clock.now()
    const open = await this.jobs.openPullRequests(now - MAX_AGE_MS, CANDIDATES, options)
    const failed = new Set<GitHost>()
    const seen = new Map<string, SeenPullRequest | undefined>()
    let changed = 0
    for (const job of inTurn(open, PER_ROUND, now)) {
      if (seen.size === PER_ROUND) break
      const name = `${job.source.repository} ${job.pullRequest?.number}`
      const host = await this.#hostOf(job, options)
      if (host === undefined || failed.has(host)) continue
      if (!seen.has(name)) {
        try {
          seen.set(name, await this.#ask(host, job, options))
        } catch (error) {
          options.signal?.throwIfAborted()
          if (!DocentError.is(error)) throw error
          failed.add(host)
          this.logger.warn(
            { err: error, host: host.name, jobId: job.id },
            'a pull request could not be looked at',
          )
          continue
        }
      }
      const pull = seen.get(name)
      if (pull && (await notePullRequest(this.jobs, job, pull, now, options))) changed += 1
    }
    return { asked: seen.size, changed }
  }

  async #hostOf({ projectId }: Job, options: CallOptions): Promise<GitHost | undefined> {
    const project = await this.projects.get(projectId, options)
    return project && !project.disabled ? this.hosts.find(project, options) : undefined
  }

  async #ask(host: GitHost, job: Job, options: CallOptions): Promise<SeenPullRequest | undefined> {
    const { pullRequest, source } = job
    return pullRequest ? host.pullRequest(source.repository, pullRequest.number, options) : undefined
  }
}
