import { defined, isDocumentationFile, type Problem } from '@docent/content'
import type { Job } from '../../domain/job.ts'
import { beginPublishing, continueRun } from '../../domain/job-state.ts'
import { withPublished } from '../../domain/pull-request-facts.ts'
import type { UnconfirmedName } from '../../domain/unconfirmed-name.ts'
import { DocentError } from '../../errors/docent-error.ts'
import { emptyTag, PROMPT_TAGS } from '../../turn/prompt-tags.ts'
import type { CheckReport } from '../checks/check-docs.ts'
import { describeChecks } from '../checks/describe-checks.ts'
import { confirmNames, type NameReport } from '../names/confirm-names.ts'
import { passagesRead } from '../names/said-texts.ts'
import type { AgentRunContext } from '../run/agent-run-context.ts'
import type { PublishRecord } from '../run/run-history.ts'
import { askedSincePublishing, toFeedback } from '../run/run-messages.ts'
import type { RunRecord } from '../run/run-record.ts'
import { baseBranch, retryCall } from '../run/run-workspace.ts'
import type { WorkspaceSession } from '../run/workspace-session.ts'
import { titleOfChanges } from './change-title.ts'
import { neutralize } from './neutralize.ts'
import { publishPullRequest } from './publish-pull-request.ts'
import { commitMessage, runSection } from './pull-request-text.ts'

/** Times that conflicts with a moved branch go back to the model. */
const MAX_CONFLICT_ROUNDS = 3

/** Names that go back to the model. */
const MOST_NAMES = 30

/** What turns the changes of a run into a pull request, a recorded step each: check, intent, push, pull request. */
export class Publication {
  constructor(
    private readonly run: AgentRunContext,
    private readonly record: RunRecord,
    private readonly session: WorkspaceSession,
  ) {}

  /** Checks the changes and records what is to be published, or gives the problems back to the model. */
  async prepare(): Promise<void> {
    const { context } = await this.session.opened()
    const checked = await context.checkDocs(this.run.signal)
    const { unconfirmed, unchecked } = await this.#names()
    const report = { ...checked, uncheckedNames: unchecked }
    const given = this.#toGiveBack(report, unconfirmed)
    if (given === undefined) await this.#intend(report, unconfirmed)
    else await this.#giveBack(given.problems, given.names)
  }

  /** New names of the changes that occur nowhere else. A search that takes too long confirms nothing and stops nothing. */
  async #names(): Promise<NameReport> {
    const { job, jobs, logger, signal } = this.run
    const { workspace, contexts } = await this.session.opened()
    const { conversation, reported, publishedFiles } = this.record.history
    const asked = (await jobs.messages(job.id, { signal })).map(({ content }) => content)
    const said = [...asked, ...passagesRead(conversation)]
    try {
      return await confirmNames(
        { workspace, contexts: contexts.files, said, reported, published: new Set(publishedFiles) },
        signal,
      )
    } catch (error) {
      if (!DocentError.is(error, 'timeout')) throw error
      logger.warn({ err: error, jobId: job.id }, 'job: the names of its changes could not be checked')
      const pages = (await workspace.changes({ signal })).filter(
        ({ path, content }) => content !== null && isDocumentationFile(path),
      )
      return { unconfirmed: reported, unchecked: pages.map(({ path }) => path) }
    }
  }

  /** Problems go back as often as the settings say, names once. */
  #toGiveBack(
    { problems }: CheckReport,
    names: readonly UnconfirmedName[],
  ): { problems: readonly Problem[]; names: readonly UnconfirmedName[] } | undefined {
    const { stoppedBecause, checkRounds, nameRounds, reported } = this.record.history
    const { maxCheckRounds } = this.run.settings
    if (stoppedBecause !== undefined || maxCheckRounds === 0) return undefined
    const open = checkRounds < maxCheckRounds ? problems : []
    const known = new Set(reported.map(({ text }) => text))
    const fresh = nameRounds === 0 ? names.filter(({ text }) => !known.has(text)) : []
    return open.length + fresh.length === 0 ? undefined : { problems: open, names: fresh }
  }

  #giveBack(problems: readonly Problem[], names: readonly UnconfirmedName[]): Promise<void> {
    const parts: string[] = []
    if (problems.length > 0) {
      const tags = problems.map(({ file, line, rule, message }) =>
        emptyTag(PROMPT_TAGS.problem, { file, line, rule, message }),
      )
      parts.push(
        `Your changes have problems that the documentation did not have before:\n${tags.join('\n')}\nMend them, or say why they should stay.`,
      )
    }
    if (names.length > 0) {
      const tags = names.slice(0, MOST_NAMES).map(({ file, line, text, nearest, with: option }) =>
        emptyTag(PROMPT_TAGS.name, {
          file,
          line,
          name: option === undefined ? text : `${option}: ${text}`,
          ...defined({ nearest }),
        }),
      )
      parts.push(
        `These names of your changes occur nowhere: not in the repository, not in a context repository, not in what the person asked, not in what you read.\n${tags.join('\n')}\nCorrect what you misspelled or invented, or leave it out. Keep a name only if you are certain of it. The pull request lists what remains under "Not confirmed".`,
      )
    }
    return this.record.add({
      kind: 'feedback',
      messages: toFeedback(PROMPT_TAGS.checks, parts.join('\n\n')),
      data: { problems: problems.length, names: names.length },
    })
  }

  /** Records everything that makes the commit and the pull request, so that publishing again does the same. */
  async #intend(report: CheckReport, unconfirmed: readonly UnconfirmedName[]): Promise<void> {
    const { job, project, settings, clock, signal } = this.run
    const { summary, stoppedBecause, refused, contexts } = this.record.history
    const { workspace } = await this.session.opened()
    const asked = await askedSincePublishing(this.run)
    const evidence = (await this.run.jobs.messages(job.id, { signal })).flatMap(
      (message) => message.evidence ?? [],
    )
    const isHidden = evidence.some((each) => each.isHidden === true)
    const pulls = project.agent
    const titlePrefix = pulls?.titlePrefix ?? ''
    const authors = isHidden ? [] : evidence.flatMap((each) => each.authors ?? [])
    const reviewers = reviewersOf([...(pulls?.reviewers ?? []), ...authors], job)
    const signOff = pulls?.signOff ? { signOff: settings.author } : {}
    const changes = await workspace.summary({ signal })
    const intent = await workspace.commit(
      {
        message: commitMessage(job, asked, changes, { titlePrefix, ...signOff }),
        author: settings.author,
        date: Math.floor(clock.now() / 1000) * 1000,
      },
      { signal },
    )
    const section = runSection({
      ...{ job, asked, summary, changes, report, contexts, stoppedBecause, refused, isHidden },
    })
    const publish: PublishRecord = {
      intent,
      title: neutralize(titleOfChanges(changes, titlePrefix)),
      section,
      draft: job.asDraft || pulls?.draft === true || stoppedBecause !== undefined,
      ...defined({
        labels: pulls?.labels && [...pulls.labels],
        reviewers: reviewers.length === 0 ? undefined : reviewers,
      }),
      summary,
      changes,
      checks: { files: report.files.length, problems: report.problems.length, links: report.links },
      checksText: describeChecks(report),
      unconfirmed: [...unconfirmed],
      unconfirmedBefore: [...this.record.history.reported],
    }
    await this.record.add(
      { kind: 'publish-intent', data: { publish: JSON.parse(JSON.stringify(publish)) } },
      beginPublishing,
    )
  }

  /** Pushes the commit of the intent; conflicts with a branch that moved go back to the model. */
  async push(): Promise<void> {
    const { jobs, lease, leaseMs, signal } = this.run
    const { intent } = this.#intended()
    const { workspace } = await this.session.opened()
    // A worker that was paused past its lease must not push: this write is refused then.
    await jobs.extend(lease, leaseMs, { signal })
    const result = await retryCall(this.run, () => workspace.push(intent, { signal }))
    if (result.kind !== 'conflict')
      return this.record.add({ kind: 'pushed', data: { commit: result.commit } })
    const paths = result.paths.join(', ')
    if (this.record.history.conflictRounds >= MAX_CONFLICT_ROUNDS) {
      throw new DocentError(
        'push_conflict',
        `The branch keeps changing: ${paths} conflict again and again. Send a follow-up to try once more.`,
      )
    }
    const text = `Somebody pushed to the branch while you worked. These files conflict and hold conflict markers now (<<<<<<<, =======, >>>>>>>):\n${result.paths.map((path) => emptyTag(PROMPT_TAGS.file, { path })).join('\n')}\nRead each, keep both intentions, remove the markers.`
    await this.record.add(
      {
        kind: 'opened',
        messages: toFeedback(PROMPT_TAGS.conflict, text),
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
    await this.record.add({ kind: 'pull-request', data: { ...pullRequest, ...notTaken } }, (job) =>
      withPublished(job, pullRequest),
    )
  }

  #intended(): PublishRecord {
    const { publish } = this.record.history
    if (!publish) throw new DocentError('internal', 'There is no recorded intent to publish.')
    return publish
  }
}

/** The reviewers to request: `@asker` is the `userId` of the job, if the caller sent one. */
function reviewersOf(names: readonly string[], job: Job): string[] {
  const known = names.map((name) => (name === '@asker' ? job.userId : name))
  return [...new Set(known.filter((name) => name !== null))]
}
