import { applyTransition, continueRun } from '../domain/job-state.ts'
import type { AgentRunContext } from './agent-run-context.ts'
import { takeModelStep } from './model-step.ts'
import { Publication } from './publication.ts'
import { unreadMessages } from './run-messages.ts'
import { RunRecord } from './run-record.ts'
import { Workbench } from './workbench.ts'

/** `continue`: a follow-up came in before the run could settle, and the run is to be carried on. */
export type RunEnd = 'settled' | 'continue' | 'yielded'

/**
 * One run of the agent: open a workspace, let the model work, check, publish, settle. Each step is recorded before
 * the next begins, and `carryOn` starts from what is recorded, so that any worker can continue any run.
 */
export class AgentRun {
  readonly #record: RunRecord
  readonly #workbench: Workbench
  readonly #publication: Publication

  constructor(private readonly run: AgentRunContext) {
    this.#record = new RunRecord(run)
    this.#workbench = new Workbench(run, this.#record)
    this.#publication = new Publication(run, this.#record, this.#workbench)
  }

  /** Continues from the recorded steps to the end of the run. */
  async carryOn(): Promise<RunEnd> {
    await this.#record.load()
    while (!this.run.shouldYield()) {
      const end = await this.#takeStep()
      if (end) return end
    }
    return 'yielded'
  }

  async close(): Promise<void> {
    await this.#workbench.close()
  }

  /** What comes next by the last recorded step. Answers how the run ended, when it did. */
  async #takeStep(): Promise<RunEnd | undefined> {
    switch (this.#record.history.phase) {
      case 'open':
        await this.#workbench.begin()
        break
      case 'think':
        await this.#think()
        break
      case 'finish':
        if ((await unreadMessages(this.run)).length > 0) await this.#think()
        else if (await this.#workbench.hasChanges()) await this.#publication.prepare()
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
    return takeModelStep(this.run, this.#record, this.#workbench)
  }

  async #settle(): Promise<RunEnd> {
    const { jobs, lease, log, clock, signal } = this.run
    const { publish, summary, stoppedBecause, refused } = this.#record.history
    await log.drain()
    const stopped = stoppedBecause ? `Stopped early: ${stoppedBecause} ` : ''
    const said = (publish?.summary ?? summary).trim() || `${stopped}No file was changed.`
    const messageToUser =
      refused.length === 0
        ? said
        : `${said}\n\nThe git host did not take these for the pull request: ${refused.join(', ')}.`
    const end = await jobs.settle(
      lease,
      (job) =>
        applyTransition(job, {
          type: 'complete',
          at: clock.now(),
          pullRequest: job.pullRequest,
          messageToUser,
        }),
      continueRun,
      { signal },
    )
    if (end === 'continue') await this.#beginAgain()
    return end
  }

  /** A follow-up came in before the run could settle: it goes on from the published commit. */
  async #beginAgain(): Promise<void> {
    const { opened, pushedCommit } = this.#record.history
    if (!opened || pushedCommit === undefined) return
    await this.#record.add({ kind: 'opened', data: { commit: pushedCommit, branch: opened.branch } })
  }
}
