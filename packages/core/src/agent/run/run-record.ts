import type { Job } from '../../domain/job.ts'
import { DocentError } from '../../errors/docent-error.ts'
import type { StepDraft, StepKind } from '../../ports/job-store.ts'
import type { AgentRunContext } from './agent-run-context.ts'
import { type RunHistory, readHistory, takeStep } from './run-history.ts'

/** What the log says of each step. */
const STEP_LINES: Readonly<Record<StepKind, string>> = {
  opened: 'job: workspace opened',
  model: 'job: model step recorded',
  feedback: 'job: feedback sent to the model',
  'publish-intent': 'job: publishing started',
  pushed: 'job: branch pushed',
  'pull-request': 'job: pull request opened',
  halted: 'job: run halted',
}

/**
 * The recorded steps of a run, and the state that follows from them. Only a recorded step changes that state: it enters
 * the history through the function that reads stored steps, so a worker that resumes the run has the
 * same state as the worker before it.
 */
export class RunRecord {
  #history: RunHistory | undefined
  /** Since when this worker has been at what comes next. */
  #since = 0

  constructor(private readonly run: AgentRunContext) {}

  async load(): Promise<void> {
    const { id, run: number, cancelled } = this.run.job
    this.#since = this.run.clock.now()
    const steps = await this.run.jobs.steps(id, { signal: this.run.signal })
    this.#history = readHistory(steps, number, cancelled)
  }

  get history(): RunHistory {
    if (!this.#history) throw new DocentError('internal', 'The recorded steps of the run were not loaded.')
    return this.#history
  }

  /** What workers spent on this run, ms: all recorded steps and what this worker has begun. */
  get workMs(): number {
    return this.history.workMs + this.#sinceLastStep()
  }

  /** Stores a step, and with it what `change` makes of the job. @throws LeaseLost */
  async add(step: Partial<StepDraft> & Pick<StepDraft, 'kind'>, change?: (job: Job) => Job): Promise<void> {
    const { job, log, logger, signal } = this.run
    const draft: StepDraft = {
      run: job.run,
      messages: [],
      read: [],
      changes: [],
      data: {},
      inputTokens: 0,
      outputTokens: 0,
      workMs: this.#sinceLastStep(),
      ...step,
    }
    this.#since = this.run.clock.now()
    const recorded = await log.record(draft, [], change, signal)
    this.#history = takeStep(this.history, recorded)
    const { index, kind, workMs, inputTokens, outputTokens, data } = recorded
    logger.info(
      {
        jobId: job.id,
        run: job.run,
        step: index,
        kind,
        ms: workMs,
        ...(kind === 'model' ? { inputTokens, outputTokens } : {}),
        // Its address opens a pull request of the local git host for whoever has it.
        ...(kind === 'pull-request' ? { pullRequest: data.number } : {}),
      },
      STEP_LINES[kind],
    )
  }

  #sinceLastStep(): number {
    return Math.max(0, this.run.clock.now() - this.#since)
  }
}
