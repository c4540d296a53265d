import { droppedRows, type GitHosts, jobId, notePullRequest } from '@docent/core'
import {
  type Clock,
  DocentError,
  type Job,
  type JobStore,
  type Logger,
  type Project,
  pullRequestState,
} from '@docent/core/plugin'
import type { Fate, LogEntry, StateKeeper, WatchState } from './watch-state.ts'

export interface SettleParts {
  readonly jobs: JobStore
  readonly hosts: GitHosts
  readonly clock: Clock
  readonly logger: Logger
}

const DAY_MS = 24 * 3_600_000
/** Runs that fail with the same evidence. */
const MOST_FAILURES = 3

type Open = NonNullable<WatchState['open']>

/** Finds out what became of the open pull request, and closes it when nobody answered. */
export class SettleOpen {
  constructor(private readonly parts: SettleParts) {}

  async settle(project: Project, keeper: StateKeeper, signal: AbortSignal): Promise<void> {
    const { open } = keeper.state
    if (open === undefined) return
    const job = await this.#seen(project, open, signal)
    if (job === undefined) return this.#end(keeper, open, 'unneeded')
    await this.#noteDropped(keeper, open, job, signal)
    const current = keeper.state.open ?? open
    if (job.status === 'active') return
    const { pullRequest } = job
    if (job.status === 'failed' && current.fresh > 0) return this.#tryAgain(keeper, current, job)
    if (pullRequest === null) return this.#end(keeper, current, 'unneeded')
    if (current.fresh > 0) await keeper.save({ open: { ...current, fresh: 0 } })
    const state = pullRequestState(pullRequest)
    if (current.isExpiring) return this.#expire(project, keeper, current, job, signal)
    if (state === 'merged') return this.#end(keeper, current, 'merged', pullRequest.url)
    if (state === 'closed') return this.#end(keeper, current, 'closed', pullRequest.url)
    const days = Math.min(...(project.watch ?? []).map(({ expireDays }) => expireDays), 365)
    if (this.parts.clock.now() - job.updatedAt < days * DAY_MS) return
    const expiring = { ...current, fresh: 0, isExpiring: true }
    await keeper.save({ open: expiring })
    await this.#expire(project, keeper, expiring, job, signal)
  }

  /** The job with what its git host says of the pull request now. */
  async #seen(project: Project, open: Open, signal: AbortSignal): Promise<Job | undefined> {
    const { jobs, hosts, clock, logger } = this.parts
    const id = jobId(open.jobId)
    const job = await jobs.get(id, { signal })
    const pull = job?.pullRequest
    if (job === undefined || !pull || pullRequestState(pull) === 'merged') return job
    try {
      const host = await hosts.find(project, { signal })
      const seen = await host?.pullRequest(job.source.repository, pull.number, { signal })
      if (seen && (await notePullRequest(jobs, job, seen, clock.now(), { signal })))
        return jobs.get(id, { signal })
    } catch (error) {
      if (!DocentError.is(error)) throw error
      logger.warn({ err: error, jobId: job.id }, 'watch: a pull request could not be looked at')
    }
    return job
  }

  /** Rows that a reviewer dropped by a comment are declined, whatever becomes of the others. */
  async #noteDropped(keeper: StateKeeper, open: Open, job: Job, signal: AbortSignal): Promise<void> {
    const messages = await this.parts.jobs.messages(job.id, { signal })
    const dropped = [...new Set(messages.flatMap(({ content }) => droppedRows(content)))]
    const news = dropped.filter((row) => !open.dropped.includes(row))
    if (news.length === 0) return
    const fates = { ...keeper.state.fates }
    for (const row of news) {
      const key = open.told[row - 1]
      if (key !== undefined) fates[key] = 'declined'
    }
    const { counts } = keeper.state
    await keeper.save({
      open: { ...open, dropped },
      fates,
      counts: { ...counts, dropped: counts.dropped + news.length },
    })
  }

  /** Repeated after a crash, it finds the pull request closed and its comment there. */
  async #expire(
    project: Project,
    keeper: StateKeeper,
    open: Open,
    job: Job,
    signal: AbortSignal,
  ): Promise<void> {
    const host = await this.parts.hosts.find(project, { signal })
    const { pullRequest } = job
    if (host === undefined || pullRequest === null) return
    const { repository } = job.source
    const marker = `<!-- docent-expired: ${job.id} -->`
    const said = await host.hasComment?.(repository, pullRequest.number, { text: marker }, { signal })
    if (said === false)
      await host.comment?.(
        repository,
        pullRequest.number,
        {
          body: `${marker}\nNobody answered this pull request, so Docent closes it. It keeps what it found, and proposes it again with the next change of the code.`,
        },
        { signal },
      )
    if (pullRequestState(pullRequest) === 'open')
      await host.updatePullRequest(repository, pullRequest.number, { state: 'closed' }, { signal })
    const { state } = keeper
    const fates = { ...state.fates }
    for (const { rows } of open.changes)
      for (const { key } of rows) if (fates[key] !== 'declined') delete fates[key]
    const kept = open.changes.flatMap((change) => {
      const rows = change.rows.filter(({ key }) => state.fates[key] !== 'declined')
      return rows.length === 0 ? [] : [{ ...change, rows, isExpired: true }]
    })
    const { open: _, ...rest } = state
    await keeper.replace({
      ...rest,
      fates,
      pending: [...kept, ...state.pending],
      counts: { ...state.counts, expired: state.counts.expired + 1 },
      log: [...state.log, this.#entry(open, 'expired', pullRequest.url)],
    })
  }

  async #end(
    keeper: StateKeeper,
    open: Open,
    end: 'merged' | 'closed' | 'unneeded',
    pull?: string,
  ): Promise<void> {
    const { state } = keeper
    const fate: Fate = end === 'closed' ? 'declined' : end
    const fates = { ...state.fates }
    for (const { rows } of open.changes)
      for (const { key } of rows) if (fates[key] !== 'declined') fates[key] = fate
    const counts = { ...state.counts }
    if (end === 'merged') counts.merged++
    if (end === 'closed') counts.closed++
    const { open: _, ...rest } = state
    await keeper.replace({ ...rest, fates, counts, log: [...state.log, this.#entry(open, end, pull)] })
  }

  /** What a failed run was to work on waits for another one, a few times. */
  async #tryAgain(keeper: StateKeeper, open: Open, job: Job): Promise<void> {
    const { state } = keeper
    const failed = open.fresh === 0 ? [] : open.changes.slice(-open.fresh)
    const again = failed
      .map((change) => ({ ...change, failures: (change.failures ?? 0) + 1, foundAt: this.parts.clock.now() }))
      .filter(({ failures }) => failures < MOST_FAILURES)
    const waiting = new Set(again.flatMap(({ rows }) => rows.map(({ key }) => key)))
    const fates = { ...state.fates }
    for (const { rows } of failed)
      for (const { key } of rows)
        if (waiting.has(key)) delete fates[key]
        else fates[key] = 'unneeded'
    const left = { ...open, changes: open.changes.slice(0, open.changes.length - failed.length), fresh: 0 }
    const { open: _, ...rest } = state
    await keeper.replace({
      ...rest,
      ...(job.pullRequest !== null && { open: left }),
      fates,
      pending: [...again, ...state.pending],
      log: [...state.log, this.#entry(open, 'failed', job.pullRequest?.url)],
    })
  }

  #entry({ changes }: Open, verdict: LogEntry['verdict'], pull: string | undefined): LogEntry {
    const [first] = changes
    return {
      at: this.parts.clock.now(),
      commit: first?.commit ?? '',
      title: first?.title ?? '',
      verdict,
      ...(pull !== undefined && { pull }),
    }
  }
}
