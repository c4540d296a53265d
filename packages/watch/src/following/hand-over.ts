import {
  type CodeEvidence,
  type CreateJob,
  jobId,
  keyId,
  type RequestLimits,
  type SendMessage,
  sameRepository,
} from '@docent/core'
import {
  type Clock,
  DocentError,
  type Job,
  type JobStore,
  type Logger,
  type Project,
} from '@docent/core/plugin'
import { batchId, contextNames, withNumbers } from './batch.ts'
import { evidencePrompt } from './evidence-prompt.ts'
import type { FoundChange, StateKeeper, WatchState } from './watch-state.ts'
import type { WatchedRepositories } from './watched-repositories.ts'

export interface HandOverParts {
  readonly jobs: JobStore
  readonly createJob: CreateJob
  readonly sendMessage: SendMessage
  readonly limits: RequestLimits
  readonly repositories: WatchedRepositories
  readonly clock: Clock
  readonly logger: Logger
}

const HOUR_MS = 3_600_000
/** How long the job of a batch is remembered, ms: a year. */
const REMEMBER_MS = 365 * 24 * HOUR_MS
/** Changes of one batch: a reviewer has a minute. */
const MOST_CHANGES = 10
/** Rows that one pull request has, whoever goes on with it. */
const MOST_ROWS = 60

/** Hands gathered evidence to the agent: as a new job, or as a follow-up of the one with the open pull request. */
export class HandOver {
  constructor(private readonly parts: HandOverParts) {}

  async handOver(project: Project, keeper: StateKeeper, signal: AbortSignal): Promise<void> {
    const { clock } = this.parts
    if (keeper.state.batch === undefined) {
      const { open, pending } = keeper.state
      const told = open?.told.length ?? 0
      if (!isDue(project, pending, clock.now()) || open?.isExpiring || told >= MOST_ROWS) return
      const changes = pending.slice(0, MOST_CHANGES)
      // Written before anything else happens: whatever dies now, the same batch goes on.
      await keeper.save({ batch: { id: batchId(changes), changes }, pending: pending.slice(MOST_CHANGES) })
    }
    await this.#send(project, keeper, signal)
  }

  async #send(project: Project, keeper: StateKeeper, signal: AbortSignal): Promise<void> {
    const { batch, open } = keeper.state
    if (batch === undefined) return
    const before = open?.changes ?? []
    const told = open?.told ?? []
    const evidence = await this.#evidence(project, batch.changes, told.length, signal)
    const prompt = evidencePrompt({
      rows: evidence.rows,
      changes: batch.changes,
      contexts: contextNames(project),
      isHidden: evidence.isHidden ?? false,
    })
    const job = await this.#job(project, open, { id: batch.id, prompt, evidence }, signal)
    if (job === undefined) return
    const { clock, logger } = this.parts
    const { state } = keeper
    const fates = { ...state.fates }
    for (const { key } of evidence.rows) fates[key] = 'open'
    const isNew = open?.jobId !== job.id
    const { batch: _, ...rest } = state
    await keeper.replace({
      ...rest,
      fates,
      open: {
        jobId: job.id,
        changes: [...before, ...batch.changes],
        fresh: batch.changes.length + (open?.fresh ?? 0),
        told: [...told, ...evidence.rows.map(({ key }) => key)],
        dropped: open?.dropped ?? [],
      },
      counts: {
        ...state.counts,
        rows: state.counts.rows + evidence.rows.length,
        pulls: state.counts.pulls + Number(isNew),
      },
      log: [
        ...state.log,
        ...batch.changes.map(({ commit, title }) => ({
          at: clock.now(),
          commit,
          title,
          verdict: 'proposed' as const,
        })),
      ],
    })
    logger.info(
      { project: project.id, jobId: job.id, rows: evidence.rows.length },
      'watch: evidence went to the agent',
    )
  }

  async #evidence(
    project: Project,
    changes: readonly FoundChange[],
    told: number,
    signal: AbortSignal,
  ): Promise<CodeEvidence> {
    const rows = withNumbers(
      changes.flatMap((change) => change.rows),
      told,
    )
    const repositories = [...new Set(changes.map(({ repository }) => repository))]
    const hidden = await Promise.all(repositories.map((each) => this.#isHidden(project, each, signal)))
    const isElsewhere = (repository: string) =>
      URL.parse(repository)?.host !== URL.parse(project.repository ?? '')?.host
    const authors = changes.flatMap(({ author, repository }) =>
      author === undefined || isElsewhere(repository) ? [] : [author],
    )
    return { rows, authors: [...new Set(authors)], isHidden: hidden.some(Boolean) }
  }

  /** Whoever reads the pull request of another repository may not be able to read the code, unless everybody is. */
  async #isHidden(project: Project, repository: string, signal: AbortSignal): Promise<boolean> {
    if (project.repository !== undefined && sameRepository(project.repository, repository)) return false
    if (project.watch?.find((code) => code.repository === repository)?.reveal) return false
    return !(await this.parts.repositories.isPublic(repository, signal))
  }

  /** The job that works on the batch, begun or gone on with once. Undefined while it has to wait. */
  async #job(
    project: Project,
    open: WatchState['open'],
    { id, prompt, evidence }: { id: string; prompt: string; evidence: CodeEvidence },
    signal: AbortSignal,
  ): Promise<Job | undefined> {
    const { jobs, createJob, sendMessage, limits, clock, logger } = this.parts
    const { organizationId } = project
    // No client can send a key with a tab in it.
    const key = `\twatch\t${project.id}\t${id}`
    const known = await jobs.replay(organizationId, key, { signal })
    if (known !== undefined) return jobs.get(known.jobId, { signal })
    await limits.take(
      'agent',
      { organizationId, projectId: project.id, keyId: keyId('watch'), ip: '127.0.0.1' },
      { signal },
    )
    const idempotency = {
      ...{ organizationId, key, fingerprint: id },
      expiresAt: clock.now() + REMEMBER_MS,
      respond: () => ({ status: 202, body: null }),
    }
    try {
      return open === undefined
        ? await createJob.create(
            {
              project,
              apiVersion: 'v2',
              messages: [{ role: 'user', content: prompt, evidence }],
              idempotency,
            },
            { signal },
          )
        : await sendMessage.send(
            { project, id: jobId(open.jobId), prompt, evidence, idempotency },
            { signal },
          )
    } catch (error) {
      if (DocentError.is(error, 'idempotency_in_use')) {
        const record = await jobs.replay(organizationId, key, { signal })
        return record && jobs.get(record.jobId, { signal })
      }
      if (!DocentError.is(error, 'conflict')) throw error
      // A person put the job away while its pull request is open: there is no second one until that is answered.
      logger.info({ project: project.id, reason: error.message }, 'watch: evidence waits')
      return undefined
    }
  }
}

/** Whether evidence waited for long enough, or there is enough of it. What expired before goes along, and is no reason. */
function isDue(project: Project, pending: readonly FoundChange[], now: number): boolean {
  const fresh = pending.filter(({ isExpired }) => !isExpired)
  return (project.watch ?? []).some(({ repository, gatherChanges, gatherHours }) => {
    const own = fresh.filter((change) => change.repository === repository)
    const oldest = Math.min(...own.map(({ foundAt }) => foundAt))
    return own.length >= gatherChanges || now - oldest >= gatherHours * HOUR_MS
  })
}
