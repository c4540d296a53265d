import type { Job } from '../domain/job.ts'
import { beginPublishing, continueRun } from '../domain/job-state.ts'
import { DocentError } from '../errors/docent-error.ts'
import type { AgentRunContext } from './agent-run-context.ts'
import { type CheckReport, describeProblems } from './check-docs.ts'
import { publishPullRequest } from './publish.ts'
import { commitMessage, runSection } from './pull-request-text.ts'
import type { PublishRecord } from './run-history.ts'
import { askedSincePublishing, toFeedback } from './run-messages.ts'
import type { RunRecord } from './run-record.ts'
import { baseBranch, retryCall } from './run-workspace.ts'
import type { Workbench } from './workbench.ts'

/** Times that conflicts with a moved branch go back to the model. */
const MAX_CONFLICT_ROUNDS = 3

/** What turns the changes of a run into a pull request, a recorded step each: check, intent, push, pull request. */
export class Publication {
  constructor(
    private readonly run: AgentRunContext,
    private readonly record: RunRecord,
    private readonly workbench: Workbench,
  ) {}

  /** Checks the changes and records what is to be published, or gives the problems back to the model. */
  async prepare(): Promise<void> {
    const { context } = await this.workbench.opened()
    const report = await context.checkDocs(this.run.signal)
    if (this.#mayGoOn(report)) await this.#intend(report)
    else await this.#giveBack(report)
  }

  #mayGoOn({ problems }: CheckReport): boolean {
    const { stoppedBecause, checkRounds } = this.record.history
    return (
      problems.length === 0 || stoppedBecause !== undefined || checkRounds >= this.run.settings.maxCheckRounds
    )
  }

  #giveBack({ problems }: CheckReport): Promise<void> {
    const text = `Your changes have problems that the documentation did not have before:\n${describeProblems(problems)}\nMend them, or say why they should stay.`
    return this.record.add({
      kind: 'feedback',
      messages: toFeedback('docent-checks', text),
      data: { problems: problems.length },
    })
  }

  /** Records everything that makes the commit and the pull request, so that publishing again does the same. */
  async #intend({ problems, checked }: CheckReport): Promise<void> {
    const { job, project, settings, clock, signal } = this.run
    const { summary, stoppedBecause } = this.record.history
    const { workspace } = await this.workbench.opened()
    const asked = await askedSincePublishing(this.run)
    const pulls = project.agent
    const titlePrefix = pulls?.titlePrefix ?? ''
    const reviewers = reviewersOf(pulls?.reviewers, job)
    const signOff = pulls?.signOff ? { signOff: settings.author } : {}
    const intent = await workspace.commit(
      {
        message: commitMessage(job, asked, { titlePrefix, ...signOff }),
        author: settings.author,
        date: Math.floor(clock.now() / 1000) * 1000,
      },
      { signal },
    )
    const section = runSection({
      job,
      asked,
      summary,
      changes: await workspace.summary({ signal }),
      problems,
      checked,
      stoppedBecause,
    })
    const publish: PublishRecord = {
      intent,
      title: `${titlePrefix}${job.title}`,
      section,
      draft: job.asDraft || pulls?.draft === true || stoppedBecause !== undefined,
      ...(pulls?.labels === undefined ? {} : { labels: [...pulls.labels] }),
      ...(reviewers.length === 0 ? {} : { reviewers }),
      summary: stoppedBecause ? `Stopped early: ${stoppedBecause} ${summary}`.trim() : summary,
    }
    await this.record.add(
      { kind: 'publish-intent', data: { publish: JSON.parse(JSON.stringify(publish)) } },
      beginPublishing,
    )
  }

  /** Pushes the commit of the intent; conflicts with a branch that moved go back to the model. */
  async push(): Promise<void> {
    const { jobs, lease, settings, signal } = this.run
    const { intent } = this.#intended()
    const { workspace } = await this.workbench.opened()
    // A worker that was paused past its lease must not push: this write is refused then.
    await jobs.extend(lease, settings.leaseMs, { signal })
    const result = await retryCall(this.run, () => workspace.push(intent, { signal }))
    if (result.kind !== 'conflict')
      return this.record.add({ kind: 'pushed', data: { commit: result.commit } })
    const paths = result.paths.join(', ')
    if (this.record.history.conflictRounds >= MAX_CONFLICT_ROUNDS) {
      throw new DocentError(
        'push_conflict',
        `The branch keeps moving: ${paths} conflict again and again. Send a follow-up to try once more.`,
      )
    }
    const text = `Somebody pushed to the branch while you worked. These files conflict and hold conflict markers now (<<<<<<<, =======, >>>>>>>): ${paths}. Read each, keep both intentions, remove the markers.`
    await this.record.add(
      {
        kind: 'opened',
        messages: toFeedback('docent-conflict', text),
        changes: await workspace.changes({ signal }),
        data: { commit: result.tip, branch: intent.branch, conflict: true },
      },
      continueRun,
    )
  }

  async openPullRequest(): Promise<void> {
    const { run } = this
    const publish = this.#intended()
    const base = await baseBranch(run)
    const pull = await retryCall(run, () => publishPullRequest(run.host, run.job, publish, base, run.signal))
    const { number, url, draft, refused = [] } = pull
    const pullRequest = { number, url, branch: publish.intent.branch, draft }
    const notTaken = refused.length === 0 ? {} : { refused: [...refused] }
    run.log.add({ type: 'pull-request', url, number, draft, ...notTaken })
    await this.record.add({ kind: 'pull-request', data: { ...pullRequest, ...notTaken } }, (job) => ({
      ...job,
      pullRequest,
    }))
  }

  #intended(): PublishRecord {
    const { publish } = this.record.history
    if (!publish) throw new DocentError('internal', 'There is no recorded intent to publish.')
    return publish
  }
}

/** Who is asked to review: `@asker` is whoever asked for the job, where the caller said so. */
function reviewersOf(names: readonly string[] | undefined, job: Job): string[] {
  const known = (names ?? []).map((name) => (name === '@asker' ? job.userId : name))
  return [...new Set(known.filter((name) => name !== null))]
}
