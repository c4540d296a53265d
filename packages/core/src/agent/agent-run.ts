import { applyTransition, continueRun } from '../domain/job-state.ts'
import { outcomeMessage } from '../domain/run-outcome.ts'
import { Publication } from './publishing/publication.ts'
import type { AgentRunContext } from './run/agent-run-context.ts'
import { takeModelStep } from './run/model-step.ts'
import { unreadMessages } from './run/run-messages.ts'
import { outcomeOf } from './run/run-outcome.ts'
import { RunRecord } from './run/run-record.ts'
import { WorkspaceSession } from './run/workspace-session.ts'

/** `continue`: a follow-up came in before the run could settle, and the run is to be carried on. */
export type RunEnd = 'settled' | 'continue' | 'yielded'

/**
 * One run of the agent: open a workspace, let the model work, check, publish, settle. Each step is recorded before
 * the next begins, and `carryOn` starts from what is recorded, so that any worker can continue any run.
 */
export class AgentRun {
  readonly #record: RunRecord
  readonly #session: WorkspaceSession
  readonly #publication: Publication

  constructor(private readonly run: AgentRunContext) {
    this.#record = new RunRecord(run)
    this.#session = new WorkspaceSession(run, this.#record)
    this.#publication = new Publication(run, this.#record, this.#session)
  }

  /** Continues from the recorded steps to the end of the run. */
  async carryOn(): Promise<RunEnd> {
    await this.#record.load()
    while (!this.run.shouldYield()) {
      const end = await this.#observedStep()
      if (end) return end
    }
    return 'yielded'
  }

  async close(): Promise<void> {
    await this.#session.close()
  }

  #observedStep(): Promise<RunEnd | undefined> {
    const { telemetry, job } = this.run
    const { phase } = this.#record.history
    const attributes = {
      'docent.project.id': job.projectId,
      'docent.job.id': job.id,
      'docent.job.phase': phase,
    }
    return telemetry.trace(`job ${phase}`, { attributes }, async () => {
      const begun = performance.now()
      try {
        return await this.#takeStep()
      } finally {
        telemetry.record('docent.job.step.duration', (performance.now() - begun) / 1_000, {
          'docent.job.phase': phase,
        })
      }
    })
  }

  /** What comes next by the last recorded step. Answers how the run ended, when it did. */
  async #takeStep(): Promise<RunEnd | undefined> {
    switch (this.#record.history.phase) {
      case 'open':
        await this.#session.begin()
        break
      case 'think':
        await this.#think()
        break
      case 'finish':
        if ((await unreadMessages(this.run)).length > 0) await this.#think()
        else if (await this.#session.hasChanges()) await this.#publication.prepare()
        else return this.#settle()
        break
      case 'push':
        await this.#publication.push()
        break
      case 'pull-request':
        await this.#publication.openPullRequest()
        break
      case 'settle':
        return this.#settle()
    }
    return undefined
  }

  #think(): Promise<void> {
    return takeModelStep(this.run, this.#record, this.#session)
  }

  async #settle(): Promise<RunEnd> {
    const { jobs, lease, log, clock, signal } = this.run
    await log.drain()
    const outcome = outcomeOf(this.#record.history)
    const end = await jobs.settle(
      lease,
      (job) =>
        applyTransition(job, {
          type: 'complete',
          at: clock.now(),
          pullRequest: job.pullRequest,
          messageToUser: outcomeMessage(outcome),
          outcome,
        }),
      continueRun,
      { signal },
    )
    if (end === 'continue') await this.#beginAgain()
    return end
  }

  /** A follow-up arrived before the run settled: the run continues from the published commit. */
  async #beginAgain(): Promise<void> {
    const { opened, pushedCommit } = this.#record.history
    if (!opened || pushedCommit === undefined) return
    await this.#record.add({ kind: 'opened', data: { commit: pushedCommit, branch: opened.branch } })
  }
}
