import { inject, injectable } from 'tsyringe'
import { AgentRun } from '../agent/agent-run.ts'
import { type AddedCheck, RegisteredChecks } from '../agent/checks/added-check.ts'
import { RunLog } from '../agent/run/run-log.ts'
import { toModelMessages } from '../agent/run/run-messages.ts'
import { type AddedAgentTool, RegisteredAgentTools } from '../agent/tools/added-agent-tool.ts'
import type { Job } from '../domain/job.ts'
import { applyTransition, continueAfterFailure } from '../domain/job-state.ts'
import { DocentError } from '../errors/docent-error.ts'
import { ReplyBrokenOff } from '../errors/reply-broken-off.ts'
import { PageInspector } from '../ingest/parsing/page-inspector.ts'
import { FallbackLimiter } from '../limits/fallback-limiter.ts'
import { SpendCaps } from '../limits/spend-caps.ts'
import { Models } from '../models/models.ts'
import { Clock } from '../ports/clock.ts'
import {
  type Claim,
  JobStore,
  type Lease,
  type Outage,
  type StepDraft,
  type Wait,
} from '../ports/job-store.ts'
import { Logger } from '../ports/logger.ts'
import { ProjectStore } from '../ports/project-store.ts'
import { Settings } from '../ports/settings.ts'
import { NO_TELEMETRY, type SpanOptions, Telemetry } from '../ports/telemetry.ts'
import { Workspaces } from '../ports/workspaces.ts'
import { GitHosts } from '../projects/git-hosts.ts'
import { ProviderHealth } from '../projects/providers/provider-health.ts'
import { SearchDocs } from '../search/search-docs.ts'
import { defaultBackoff } from '../turn/backoff.ts'
import { isOutage, MOST_BROKEN_OFF, planWait } from './plan-wait.ts'

/** A failure of this machine, as of its disk: the job is well, and another worker can carry it on. */
function isLocal(error: unknown): error is DocentError {
  return DocentError.is(error) && error.isLocal && error.isRetryable
}

/** So many workers that died without a new recorded step fail the job: something in it ends every worker. */
const MAX_ATTEMPTS = 5

/** How a worker let go of a job. */
type RunOfWorker = 'completed' | 'failed' | 'postponed' | 'returned' | 'yielded'

export interface RunControl {
  /** Aborted when the lease is lost, the job is cancelled, or a drain has run out of time. */
  signal: AbortSignal
  /** True when the worker drains: the run gives its lease back after the current step. */
  shouldYield(): boolean
  /** Called when a write in the background found the lease gone. */
  onLeaseLost(error: unknown): void
  /**
   * Called when the machine of this process failed the run. True when it cannot carry jobs now: then the lease is given
   * back, so that another worker carries the job on, and this one claims nothing until it can.
   */
  mustReturn(error: DocentError): Promise<boolean>
}

/** Resumes a claimed job after its recorded steps, and runs it to its end. */
@injectable()
export class RunJob {
  constructor(
    @inject(JobStore) private readonly jobs: JobStore,
    @inject(ProjectStore) private readonly projects: ProjectStore,
    @inject(Workspaces) private readonly workspaces: Workspaces,
    @inject(SearchDocs) private readonly docs: SearchDocs,
    @inject(FallbackLimiter) private readonly limiter: Pick<FallbackLimiter, 'take'>,
    @inject(GitHosts) private readonly hosts: GitHosts,
    @inject(Models) private readonly models: Models,
    @inject(Settings) private readonly settings: Settings,
    @inject(Clock) private readonly clock: Clock,
    @inject(Logger) private readonly logger: Logger,
    @inject(PageInspector) private readonly inspector: PageInspector,
    @inject(SpendCaps) private readonly spendCaps: SpendCaps,
    @inject(Telemetry) private readonly telemetry: Telemetry = NO_TELEMETRY,
    @inject(ProviderHealth) private readonly providers: ProviderHealth = new ProviderHealth(clock),
    @inject(RegisteredAgentTools) private readonly addedTools: readonly AddedAgentTool[] = [],
    @inject(RegisteredChecks) private readonly addedChecks: readonly AddedCheck[] = [],
  ) {}

  /** Resolves when the job is settled, or when its lease was given back. @throws LeaseLost, or the signal's reason. */
  run(claim: Claim, control: RunControl): Promise<void> {
    const { job, attempts } = claim
    const { id, projectId, model, run } = job
    const options: SpanOptions = {
      kind: 'consumer',
      parent: job.traceContext,
      attributes: {
        'gen_ai.operation.name': 'invoke_agent',
        'gen_ai.agent.name': 'agent',
        'gen_ai.request.model': model,
        'docent.project.id': projectId,
        'docent.job.id': id,
        'docent.job.run': run,
      },
    }
    return this.telemetry.trace('invoke_agent agent', options, async (span) => {
      const begun = performance.now()
      this.logger.info({ jobId: id, projectId, run, model, attempts }, 'job started on this worker')
      const outcome = await this.#carry(claim, control)
      const ms = Math.round(performance.now() - begun)
      this.logger.info({ jobId: id, projectId, run, outcome, ms }, 'job ended on this worker')
      span.set({ 'docent.job.outcome': outcome })
      const labels = { outcome, 'docent.project.id': projectId }
      this.telemetry.add('docent.job.runs', 1, labels)
      this.telemetry.record('docent.job.run.duration', ms / 1_000, labels)
    })
  }

  async #carry(claim: Claim, control: RunControl): Promise<RunOfWorker> {
    const { lease } = claim
    let { attempts, job, openStep } = claim
    for (;;) {
      const log = new RunLog(this.jobs, lease, control.onLeaseLost)
      try {
        if (attempts > MAX_ATTEMPTS)
          throw new DocentError(
            'internal',
            'The job failed, because five workers in a row ended without progress.',
          )
        if (openStep !== undefined) log.add({ type: 'step-restarted', step: openStep })
        const end = await this.#runOnce(lease, job, log, control)
        if (end === 'yielded') {
          await log.drain()
          await this.jobs.release(lease)
        }
        if (end === 'yielded') return 'yielded'
        if (end === 'settled') return 'completed'
      } catch (error) {
        control.signal.throwIfAborted()
        if (DocentError.is(error, 'lease_lost')) throw error
        await log.drain()
        if (isLocal(error) && (await control.mustReturn(error))) {
          await this.jobs.release(lease)
          return 'returned'
        }
        const failure = isOutage(error) ? await this.#wait(lease, error, log, control.signal) : error
        if (failure === undefined) return 'postponed'
        if ((await this.#fail(lease, failure, control.signal)) === 'settled') return 'failed'
      } finally {
        log.discard()
      }
      // A follow-up came in before the run could settle.
      attempts = 1
      openStep = undefined
      const next = await this.jobs.get(job.id, { signal: control.signal })
      if (!next) return 'failed'
      job = next
    }
  }

  async #runOnce(lease: Lease, job: Job, log: RunLog, control: RunControl) {
    const { signal } = control
    const project = await this.projects.get(job.projectId, { signal })
    if (!project || project.disabled)
      throw new DocentError('not_found', `Project ${job.projectId} was removed from this server.`)
    const run = new AgentRun({
      job,
      project,
      lease,
      log,
      jobs: this.jobs,
      workspaces: this.workspaces,
      searchDocs: (text, signal) =>
        this.docs.search(project, { text, limit: 5 }, { signal, key: job.spendKey }),
      inspector: this.inspector,
      addedTools: this.addedTools,
      addedChecks: this.addedChecks,
      host: await this.hosts.forProject(project, { signal }),
      hosts: this.hosts,
      limiter: this.limiter,
      spendCaps: this.spendCaps,
      model: this.models.resolve(job.model),
      leaseMs: this.settings.leases.jobs.leaseMs,
      settings: this.settings.agent,
      clock: this.clock,
      logger: this.logger,
      telemetry: this.telemetry,
      providers: this.providers,
      backoff: defaultBackoff,
      signal,
      shouldYield: control.shouldYield,
    })
    try {
      return await run.carryOn()
    } finally {
      await run.close()
    }
  }

  /**
   * Lets the job wait for a provider that is away.
   * @returns why the run fails when it has waited for as long as it may
   */
  async #wait(
    lease: Lease,
    error: DocentError,
    log: RunLog,
    signal: AbortSignal,
  ): Promise<DocentError | undefined> {
    const { maxOutageMs } = this.settings.agent
    let delayMs = 0
    const before = (await this.jobs.get(lease.jobId, { signal }))?.waiting
    const waitsFor = this.providers.waitsFor(error)
    const plan = (outage: Outage): Wait | undefined => {
      const wait = planWait(error, outage, maxOutageMs, defaultBackoff.random, waitsFor, before)
      if (!wait) return undefined
      delayMs = wait.delayMs
      return log.openStep === undefined
        ? wait
        : { ...wait, events: [{ type: 'step-restarted', step: log.openStep }, ...wait.events] }
    }
    if (await this.jobs.postpone(lease, plan, { signal })) {
      const fields = { err: error, jobId: lease.jobId, delayMs, reason: error.message }
      this.logger.warn(fields, 'the job waits for something that is away, and is tried again')
      return undefined
    }
    if (maxOutageMs === 0) return error
    if (error instanceof ReplyBrokenOff && (before?.brokenOff ?? 0) >= MOST_BROKEN_OFF)
      return new DocentError(
        error.code,
        `${error.message} The model began its reply and broke it off each time, and the job waited ${MOST_BROKEN_OFF} times for it. Check the model server and its limits, or choose another model. Then send a follow-up to try again.`,
        { cause: error },
      )
    const minutes = Math.round(maxOutageMs / 60_000)
    return new DocentError(
      error.code,
      `${error.message} The job waited ${minutes} minutes, which is the limit (agent.maxOutageMs). Send a follow-up to try again.`,
      { cause: error },
    )
  }

  /** Ends the run as failed; what it had seen counts as read, so that only a newer follow-up carries the job on. */
  async #fail(lease: Lease, error: unknown, signal: AbortSignal): Promise<'settled' | 'continue'> {
    this.logger.error({ err: error, jobId: lease.jobId }, 'a run failed')
    const haltReason = DocentError.is(error, 'git_host_misconfigured') ? 'git_host_misconfigured' : 'error'
    const messageToUser = DocentError.is(error)
      ? error.message
      : 'The run ended with an unexpected error. See the server log.'
    const job = await this.jobs.get(lease.jobId, { signal })
    const unread = (await this.jobs.messages(lease.jobId, { signal })).filter(
      (message) => message.state === 'unread',
    )
    const step: StepDraft = {
      run: job?.run ?? 1,
      kind: 'halted',
      messages: toModelMessages(unread),
      read: unread.map((message) => message.id),
      changes: [],
      data: { messageToUser },
      inputTokens: 0,
      outputTokens: 0,
      workMs: 0,
    }
    await this.jobs.record(lease, step, [], undefined, { signal })
    return this.jobs.settle(
      lease,
      (current) =>
        applyTransition(current, { type: 'fail', at: this.clock.now(), haltReason, messageToUser }),
      continueAfterFailure,
      { signal },
    )
  }
}
