import { docsSite } from '../domain/docs-site.ts'
import type { Job, JobMessage } from '../domain/job.ts'
import { applyTransition, beginPublishing, continueRun } from '../domain/job-state.ts'
import type { Project } from '../domain/project.ts'
import { DocentError } from '../errors/docent-error.ts'
import type { Clock } from '../ports/clock.ts'
import type { GitHost } from '../ports/git-host.ts'
import type { JobStore, Lease, ModelMessage, StepDraft } from '../ports/job-store.ts'
import type { ResolvedModel } from '../ports/model-provider.ts'
import type { RateLimiter } from '../ports/rate-limiter.ts'
import type { RetrievedPassage } from '../ports/retriever.ts'
import type { AgentSettings, AssistantSettings } from '../ports/settings.ts'
import type { FileChange, Workspace, Workspaces } from '../ports/workspaces.ts'
import type { Backoff } from '../turn/backoff.ts'
import { runStep, type StepOutcome } from '../turn/run-step.ts'
import type { TurnTool } from '../turn/turn-tool.ts'
import { agentTools } from './agent-tools.ts'
import { type BaseProblems, type CheckReport, checkDocs, describeProblems } from './check-docs.ts'
import { compactConversation } from './compact-conversation.ts'
import { agentPrompt } from './prompt.ts'
import { publishPullRequest } from './publish.ts'
import { commitMessage, runSection } from './pull-request-text.ts'
import { budgetReached, refuseTooMuch, spendTokens } from './run-budget.ts'
import { type PublishRecord, type RunHistory, readHistory } from './run-history.ts'
import type { RunLog } from './run-log.ts'
import { baseBranch, openRunWorkspace, retryCall, workingBranch } from './run-workspace.ts'
import type { AgentToolContext } from './tools/agent-tool-context.ts'
import { WritePolicy } from './write-policy.ts'

/** Characters that a token stands for, at the least, in Markdown and JSON. */
const CHARACTERS_PER_TOKEN = 3
/** What the descriptions of the tools take, about. */
const TOOLS_CHARACTERS = 8000
/** Times that conflicts with a moved branch go back to the model. */
const MAX_CONFLICT_ROUNDS = 3

/** Everything a run works with; the use-case that claims jobs puts it together. */
export interface AgentRunContext {
  job: Job
  project: Project
  lease: Lease
  log: RunLog
  jobs: JobStore
  workspaces: Workspaces
  /** Passages of the published documentation, best first. */
  searchDocs(text: string, signal: AbortSignal): Promise<RetrievedPassage[]>
  host: GitHost
  limiter: RateLimiter
  model: ResolvedModel
  settings: AgentSettings
  timeouts: Pick<AssistantSettings, 'firstPartMs' | 'idlePartMs'>
  clock: Clock
  backoff: Backoff
  /** Aborted when the lease is lost, the job is cancelled, or a drain has run out of time. */
  signal: AbortSignal
  /** True when the worker drains: the run stops after the current step. */
  shouldYield(): boolean
}

export type RunEnd = 'settled' | 'continue' | 'yielded'

/**
 * One run of the agent: open a workspace, let the model work, check, publish, settle. Each step is recorded before
 * the next begins, and `carryOn` starts from what is recorded, so that any worker can continue any run.
 */
export class AgentRun {
  #history!: RunHistory
  #workspace: Workspace | undefined
  #context: AgentToolContext | undefined
  #tools: TurnTool[] = []
  #prompt = ''
  #conversation: ModelMessage[] = []
  #report: CheckReport = { checked: 0, problems: [] }
  #stoppedBecause: string | undefined
  readonly #baseProblems: BaseProblems = new Map()

  constructor(private readonly run: AgentRunContext) {}

  /** Continues from the recorded steps to the end of the run. */
  async carryOn(): Promise<RunEnd> {
    const { run } = this
    const { id, run: number, cancelled } = run.job
    const steps = await run.jobs.steps(id, { signal: run.signal })
    this.#history = readHistory(steps, number, cancelled)
    this.#conversation = this.#history.conversation
    for (;;) {
      if (run.shouldYield()) return 'yielded'
      switch (this.#history.phase) {
        case 'open':
          await this.#open()
          break
        case 'think':
          await this.#think()
          break
        case 'finish':
          if (await this.#hasUnread()) this.#history.phase = 'think'
          else if (!(await this.#check())) break
          else if (await this.#hasChanges()) await this.#intend()
          else return this.#settle()
          break
        case 'push':
          await this.#push()
          break
        case 'pull-request':
          await this.#pullRequest()
          break
        case 'settle': {
          const end = await this.#settle()
          if (end === 'settled') return end
          break
        }
      }
    }
  }

  async close(): Promise<void> {
    await this.#workspace?.close()
  }

  /** The first step of a run: which branch, at which commit. */
  async #open(): Promise<void> {
    const { run } = this
    const branch = await workingBranch(this.run)
    const workspace = await this.#openWorkspace(branch, undefined)
    const carried = this.#history.carried
    if (carried.length > 0) await workspace.restore(carried, { signal: run.signal })
    await this.#record({ kind: 'opened', changes: carried, data: { commit: workspace.base, branch } })
    this.#history.opened = { commit: workspace.base, branch }
    this.#history.changes = carried
    this.#history.phase = 'think'
  }

  async #openWorkspace(branch: string, commit: string | undefined): Promise<Workspace> {
    await this.#workspace?.close()
    this.#context = undefined
    this.#workspace = await openRunWorkspace(this.run, branch, commit)
    return this.#workspace
  }

  /** The workspace with everything that is recorded laid over it, opened again after a restart. */
  async #opened(): Promise<{ workspace: Workspace; context: AgentToolContext }> {
    const { run } = this
    const { opened, changes } = this.#history
    if (!opened) throw new DocentError('internal', 'The run has no opened workspace.')
    if (!this.#workspace) {
      const workspace = await this.#openWorkspace(opened.branch, opened.commit)
      if (changes.length > 0) await workspace.restore(changes, { signal: run.signal })
    }
    const workspace = this.#workspace
    if (!workspace) throw new DocentError('internal', 'The workspace is closed.')
    if (!this.#context) {
      this.#context = this.#toolContext(workspace)
      this.#tools = agentTools(this.#context)
      const messages = await run.jobs.messages(run.job.id, { signal: run.signal })
      this.#prompt = await agentPrompt(run.project, workspace, messages, run.signal)
    }
    return { workspace, context: this.#context }
  }

  async #hasChanges(): Promise<boolean> {
    const { workspace } = await this.#opened()
    return (await workspace.changes({ signal: this.run.signal })).length > 0
  }

  #toolContext(workspace: Workspace): AgentToolContext {
    const { run } = this
    return {
      workspace,
      project: run.project,
      policy: new WritePolicy(run.project.docsPath, run.settings.denyPaths),
      touched: new Set(),
      todos: run.job.todos,
      searchDocs: (text, signal) => run.searchDocs(text, signal),
      checkDocs: (signal) => checkDocs(workspace, docsSite(run.project), signal, this.#baseProblems),
    }
  }

  /** One step of the model, recorded before anything else happens. */
  async #think(): Promise<void> {
    const { run } = this
    const unread = await this.#unread()
    const reason = await budgetReached(run, this.#history)
    if (reason !== undefined) return this.#stop(reason, unread)
    const { context, workspace } = await this.#opened()
    context.touched.clear()
    const asked = toModelMessages(unread)
    const todosBefore = context.todos
    const changed = (await workspace.changes({ signal: run.signal })).map((change) => change.path)
    const conversation = compactConversation({
      conversation: [...this.#conversation, ...asked],
      budget: this.#conversationBudget(),
      todos: context.todos,
      changed,
    })
    const outcome = await this.#step(conversation, context)
    const changes = await this.#changesOf(workspace, context.touched)
    const finished = !outcome.calledTools
    await this.#record(
      {
        kind: 'model',
        messages: [...asked, ...outcome.messages],
        read: unread.map((message) => message.id),
        changes,
        data: { finished, finishReason: outcome.finishReason, text: outcome.text },
        inputTokens: outcome.inputTokens,
        outputTokens: outcome.outputTokens,
      },
      (job) => (context.todos === todosBefore ? job : { ...job, todos: context.todos }),
    )
    this.#conversation.push(...asked, ...outcome.messages)
    this.#history.modelSteps++
    this.#history.inputTokens += outcome.inputTokens
    this.#history.outputTokens += outcome.outputTokens
    await spendTokens(run, outcome.inputTokens + outcome.outputTokens)
    if (finished) {
      this.#history.summary = outcome.text
      this.#history.phase = 'finish'
    }
    refuseTooMuch(await workspace.changes({ signal: run.signal }), run.settings)
  }

  /** A budget is used up: what is unread is taken note of, so that the run can end, and nothing more is asked of the model. */
  async #stop(reason: string, unread: readonly JobMessage[]): Promise<void> {
    if (unread.length > 0) {
      const messages = toModelMessages(unread)
      await this.#record({
        kind: 'feedback',
        messages,
        read: unread.map((message) => message.id),
        data: { stopped: reason },
      })
      this.#conversation.push(...messages)
    }
    this.#stoppedBecause = reason
    this.#history.phase = 'finish'
  }

  async #step(conversation: readonly ModelMessage[], context: AgentToolContext): Promise<StepOutcome> {
    const { run } = this
    const { settings, log, signal } = run
    log.add({ type: 'step-started', step: this.#history.modelSteps + 1 })
    const parts = runStep({
      model: run.model.model,
      prompt: this.#withCacheMarks([{ role: 'system', content: this.#prompt }, ...conversation]),
      tools: this.#tools,
      maxOutputTokens: run.model.outputTokens,
      signal,
      firstPartMs: run.timeouts.firstPartMs,
      idlePartMs: run.timeouts.idlePartMs,
      maxAttempts: settings.maxAttempts,
      restartable: true,
      backoff: run.backoff,
    })
    for (;;) {
      const next = await parts.next()
      if (next.done) return next.value
      const part = next.value
      if (part.type === 'text') log.add({ type: 'text', text: part.text })
      else if (part.type === 'restarted')
        log.add({ type: 'step-restarted', step: this.#history.modelSteps + 1 })
      else if (part.type === 'tool-call') log.add(part)
      else if (part.type === 'tool-result') {
        log.add(part)
        if (part.toolName === 'todo_write' && !part.isError)
          log.add({ type: 'todos', todos: [...context.todos] })
      }
    }
  }

  /** Characters left for the conversation beside the system prompt, the tools and the reply. */
  #conversationBudget(): number {
    const { contextTokens, outputTokens } = this.run.model
    const room = (contextTokens - Math.min(outputTokens, contextTokens / 4)) * CHARACTERS_PER_TOKEN
    return Math.max(room - this.#prompt.length - TOOLS_CHARACTERS, room / 4)
  }

  /** The system prompt and everything up to the newest message are the same in the next step: worth caching. */
  #withCacheMarks(prompt: ModelMessage[]): ModelMessage[] {
    const { cacheMark } = this.run.model
    if (!cacheMark) return prompt
    const last = prompt.length - 1
    return prompt.map((message, n) =>
      n === 0 || n === last ? { ...message, providerOptions: cacheMark } : message,
    )
  }

  async #changesOf(workspace: Workspace, touched: ReadonlySet<string>): Promise<FileChange[]> {
    const changes: FileChange[] = []
    for (const path of touched) {
      const content = (await workspace.read(path, { signal: this.run.signal })) ?? null
      changes.push({ path, content })
      this.run.log.add({ type: 'file-changed', path, change: content === null ? 'deleted' : 'written' })
    }
    return changes
  }

  /** True when publishing may go on; false when the problems went back to the model. */
  async #check(): Promise<boolean> {
    const { run } = this
    if (!(await this.#hasChanges())) return true
    const { context } = await this.#opened()
    this.#report = await context.checkDocs(run.signal)
    const { problems } = this.#report
    if (
      problems.length === 0 ||
      this.#stoppedBecause ||
      this.#history.checkRounds >= run.settings.maxCheckRounds
    )
      return true
    const text = `<docent-checks>\nYour changes have problems that the documentation did not have before:\n${describeProblems(problems)}\nMend them, or say why they should stay.\n</docent-checks>`
    const messages: ModelMessage[] = [{ role: 'user', content: [{ type: 'text', text }] }]
    await this.#record({ kind: 'feedback', messages, data: { problems: problems.length } })
    this.#conversation.push(...messages)
    this.#history.checkRounds++
    this.#history.phase = 'think'
    return false
  }

  /** Records everything that makes the commit and the pull request, so that publishing again does the same. */
  async #intend(): Promise<void> {
    const { run } = this
    const { job, settings, clock, signal } = run
    const { workspace } = await this.#opened()
    const asked = await this.#asked()
    const pulls = run.project.agent
    const titlePrefix = pulls?.titlePrefix ?? ''
    const reviewers = reviewersOf(pulls?.reviewers, job)
    const intent = await workspace.commit(
      {
        message: commitMessage(job, asked, {
          titlePrefix,
          ...(pulls?.signOff ? { signOff: settings.author } : {}),
        }),
        author: settings.author,
        date: Math.floor(clock.now() / 1000) * 1000,
      },
      { signal },
    )
    const section = runSection({
      job,
      asked,
      summary: this.#history.summary,
      changes: await workspace.summary({ signal }),
      problems: this.#report.problems,
      checked: this.#report.checked,
      stoppedBecause: this.#stoppedBecause,
    })
    const publish: PublishRecord = {
      intent,
      title: `${titlePrefix}${job.title}`,
      section,
      draft: job.asDraft || pulls?.draft === true || this.#stoppedBecause !== undefined,
      ...(pulls?.labels === undefined ? {} : { labels: [...pulls.labels] }),
      ...(reviewers.length === 0 ? {} : { reviewers }),
      summary: this.#stoppedBecause
        ? `Stopped early: ${this.#stoppedBecause} ${this.#history.summary}`.trim()
        : this.#history.summary,
    }
    await this.#record(
      { kind: 'publish-intent', data: { publish: JSON.parse(JSON.stringify(publish)) } },
      beginPublishing,
    )
    this.#history.publish = publish
    this.#history.phase = 'push'
  }

  async #push(): Promise<void> {
    const { run } = this
    const { publish } = this.#history
    if (!publish) throw new DocentError('internal', 'There is no publish intent to push.')
    const { workspace } = await this.#opened()
    // A worker that was paused past its lease must not push: this write is refused then.
    await run.jobs.extend(run.lease, run.settings.leaseMs, { signal: run.signal })
    const result = await retryCall(run, () => workspace.push(publish.intent, { signal: run.signal }))
    if (result.kind !== 'conflict') {
      await this.#record({ kind: 'pushed', data: { commit: result.commit } })
      this.#history.pushedCommit = result.commit
      this.#history.changes = []
      this.#history.phase = 'pull-request'
      return
    }
    if (this.#history.conflictRounds >= MAX_CONFLICT_ROUNDS) {
      throw new DocentError(
        'push_conflict',
        `The branch keeps moving: ${result.paths.join(', ')} conflict again and again. Send a follow-up to try once more.`,
      )
    }
    const text = `<docent-conflict>\nSomebody pushed to the branch while you worked. These files conflict and hold conflict markers now (<<<<<<<, =======, >>>>>>>): ${result.paths.join(', ')}. Read each, keep both intentions, remove the markers.\n</docent-conflict>`
    const messages: ModelMessage[] = [{ role: 'user', content: [{ type: 'text', text }] }]
    const changes = await workspace.changes({ signal: run.signal })
    const branch = publish.intent.branch
    await this.#record(
      { kind: 'opened', messages, changes, data: { commit: result.tip, branch, conflict: true } },
      continueRun,
    )
    this.#conversation.push(...messages)
    this.#history.opened = { commit: result.tip, branch }
    this.#history.changes = changes
    this.#history.conflictRounds++
    this.#history.phase = 'think'
  }

  async #pullRequest(): Promise<void> {
    const { run } = this
    const { publish } = this.#history
    if (!publish) throw new DocentError('internal', 'There is no publish intent to open a pull request for.')
    const base = await baseBranch(run)
    const pull = await retryCall(run, () => publishPullRequest(run.host, run.job, publish, base, run.signal))
    const pullRequest = {
      number: pull.number,
      url: pull.url,
      branch: publish.intent.branch,
      draft: pull.draft,
    }
    run.log.add({ type: 'pull-request', url: pull.url, number: pull.number, draft: pull.draft })
    await this.#record({ kind: 'pull-request', data: { ...pullRequest } }, (job) => ({ ...job, pullRequest }))
    this.#history.phase = 'settle'
  }

  async #settle(): Promise<RunEnd> {
    const { run } = this
    await run.log.drain()
    const summary = (this.#history.publish?.summary ?? this.#history.summary).trim()
    const stopped = this.#stoppedBecause ? `Stopped early: ${this.#stoppedBecause} ` : ''
    const end = await run.jobs.settle(
      run.lease,
      (job) =>
        applyTransition(job, {
          type: 'complete',
          at: run.clock.now(),
          pullRequest: job.pullRequest,
          messageToUser: summary || `${stopped}No file was changed.`,
        }),
      continueRun,
      { signal: run.signal },
    )
    if (end === 'continue') await this.#begunAgain()
    return end === 'settled' ? 'settled' : 'continue'
  }

  /** A follow-up came in before the run could settle: it goes on from the published commit, in the same run. */
  async #begunAgain(): Promise<void> {
    const { opened, pushedCommit } = this.#history
    this.#history.publish = undefined
    this.#history.pushedCommit = undefined
    this.#history.summary = ''
    this.#history.checkRounds = 0
    this.#history.phase = 'think'
    if (!opened || pushedCommit === undefined) return
    await this.#record({ kind: 'opened', data: { commit: pushedCommit, branch: opened.branch } })
    this.#history.opened = { commit: pushedCommit, branch: opened.branch }
    this.#history.changes = []
    await this.#workspace?.close()
    this.#workspace = undefined
    this.#context = undefined
  }

  async #unread(): Promise<JobMessage[]> {
    const messages = await this.run.jobs.messages(this.run.job.id, { signal: this.run.signal })
    return messages.filter((message) => message.state === 'unread')
  }

  async #hasUnread(): Promise<boolean> {
    return (await this.#unread()).length > 0
  }

  /** What people asked since the last publishing of this run. */
  async #asked(): Promise<string[]> {
    const steps = await this.run.jobs.steps(this.run.job.id, { signal: this.run.signal })
    const current = steps.filter((step) => step.run === this.run.job.run)
    const published = current.findLastIndex((step) => step.kind === 'pull-request')
    const read = new Set(current.slice(published + 1).flatMap((step) => step.read))
    const messages = await this.run.jobs.messages(this.run.job.id, { signal: this.run.signal })
    return messages
      .filter((message) => message.role === 'user' && read.has(message.id))
      .map((message) => message.content)
  }

  async #record(
    step: Partial<StepDraft> & Pick<StepDraft, 'kind'>,
    change?: (job: Job) => Job,
  ): Promise<void> {
    const { run } = this
    const draft: StepDraft = {
      run: run.job.run,
      messages: [],
      read: [],
      changes: [],
      data: {},
      inputTokens: 0,
      outputTokens: 0,
      ...step,
    }
    const recorded = await run.log.record(draft, [], change, run.signal)
    this.#history.startedAt ??= recorded.at
  }
}

/** Who is asked to review: `@asker` is whoever asked for the job, where the caller said so. */
function reviewersOf(names: readonly string[] | undefined, job: Job): string[] {
  const known = (names ?? []).map((name) => (name === '@asker' ? job.userId : name))
  return [...new Set(known.filter((name) => name !== null))]
}

/** Queued messages as the model reads them; `system` ones are part of the system prompt instead. */
export function toModelMessages(messages: readonly JobMessage[]): ModelMessage[] {
  return messages.flatMap((message): ModelMessage[] => {
    if (message.role === 'system') return []
    return [{ role: message.role, content: [{ type: 'text', text: message.content }] }]
  })
}
