import { defined } from '@docent/content'
import type { ModelMessage } from '../../ports/job-store.ts'
import type { ResolvedModel } from '../../ports/model-provider.ts'
import type { FileChange } from '../../ports/workspaces.ts'
import { runStep, type StepOutcome } from '../../turn/run-step.ts'
import type { StepRequest } from '../../turn/step-request.ts'
import type { TurnBudget } from '../../turn/turn-budget.ts'
import type { TurnSpend } from '../../turn/turn-spend.ts'
import type { AgentRunContext } from './agent-run-context.ts'
import { compactConversation } from './compact-conversation.ts'
import { budgetReached, refuseTooMuch, spendOf, spendTokens, turnBudget } from './run-budget.ts'
import { toModelMessages, unreadMessages } from './run-messages.ts'
import type { RunRecord } from './run-record.ts'
import type { OpenWorkspace, WorkspaceSession } from './workspace-session.ts'

/** The fewest characters of a token in Markdown and JSON. */
const CHARACTERS_PER_TOKEN = 3
/** What the descriptions of the tools take, about. */
const TOOLS_CHARACTERS = 8000

/**
 * One step of the model with what people said since the last one, recorded before anything else happens. When a budget
 * is used up, the step marks unread messages as read, so that the run can end, and does not call the model.
 */
export async function takeModelStep(
  run: AgentRunContext,
  record: RunRecord,
  session: WorkspaceSession,
): Promise<void> {
  const unread = await unreadMessages(run)
  const asked = toModelMessages(unread)
  const read = unread.map((message) => message.id)
  const money = await spendOf(run)
  const stopped = (await budgetReached(run, record.history, record.workMs)) ?? money.stopped
  if (stopped !== undefined) return record.add({ kind: 'feedback', messages: asked, read, data: { stopped } })
  const current = await session.opened()
  const { workspace, context } = current
  context.touched.clear()
  context.refused.clear()
  const todosBefore = context.todos
  const changed = (await workspace.changes({ signal: run.signal })).map((change) => change.path)
  const conversation = compactConversation({
    conversation: [...record.history.conversation, ...asked],
    budget: conversationBudget(run.model, current.prompt),
    todos: context.todos,
    changed,
  })
  const budget = turnBudget(run, record.history, record.workMs)
  const outcome = await ask(run, current, conversation, budget, record.history.modelSteps + 1, money.spend)
  await record.add(
    {
      kind: 'model',
      messages: [...asked, ...outcome.messages],
      read,
      changes: await touchedFiles(run, current),
      data: {
        finished: !outcome.calledTools,
        finishReason: outcome.finishReason,
        text: outcome.text,
        ...defined({ stopped: outcome.limit?.message }),
        refused: [...context.refused],
      },
      inputTokens: outcome.inputTokens,
      outputTokens: outcome.outputTokens,
    },
    (job) => (context.todos === todosBefore ? job : { ...job, todos: context.todos }),
  )
  await spendTokens(run, outcome.inputTokens + outcome.outputTokens)
  refuseTooMuch(await workspace.changes({ signal: run.signal }), run.settings)
}

/** Asks the model, and shows in the live view what it does. */
async function ask(
  run: AgentRunContext,
  { prompt, tools, context }: OpenWorkspace,
  conversation: readonly ModelMessage[],
  budget: TurnBudget,
  step: number,
  spend: TurnSpend | undefined,
): Promise<StepOutcome> {
  const { settings, log, signal } = run
  log.add({ type: 'step-started', step })
  const request: StepRequest = {
    model: run.model.model,
    prompt: withCacheMarks(run.model, [{ role: 'system', content: prompt }, ...conversation]),
    tools,
    budget,
    spend,
    signal,
    firstPartMs: settings.firstPartMs,
    idlePartMs: settings.idlePartMs,
    maxAttempts: settings.maxAttempts,
    restartable: true,
    backoff: run.backoff,
    telemetry: run.telemetry,
  }
  return watched(run, () =>
    runStep(request, (part) => {
      if (part.type === 'text') log.add({ type: 'text', text: part.text })
      else if (part.type === 'restarted') log.add({ type: 'step-restarted', step })
      else if (part.type === 'tool-call') log.add(part)
      else if (part.type === 'tool-result') {
        log.add(part)
        if (part.toolName === 'todo_write' && !part.isError)
          log.add({ type: 'todos', todos: [...context.todos] })
      }
      return undefined
    }),
  )
}

/** Whether the model answers is seen by the readiness of the server. */
async function watched(run: AgentRunContext, step: () => Promise<StepOutcome>): Promise<StepOutcome> {
  const { providers, model, signal, project } = run
  try {
    const outcome = await step()
    void providers.succeeded('model', model.id, project.id)
    return outcome
  } catch (error) {
    if (!signal.aborted) void providers.failed('model', model.id, error, project.id)
    throw error
  }
}

/** Characters left for the conversation beside the system prompt, the tools and the reply. */
function conversationBudget({ contextTokens, outputTokens }: ResolvedModel, prompt: string): number {
  const room = (contextTokens - Math.min(outputTokens, contextTokens / 4)) * CHARACTERS_PER_TOKEN
  return Math.max(room - prompt.length - TOOLS_CHARACTERS, room / 4)
}

/** The system prompt and everything up to the newest message are the same in the next step: worth caching. */
function withCacheMarks({ cacheMark }: ResolvedModel, prompt: ModelMessage[]): ModelMessage[] {
  if (!cacheMark) return prompt
  const last = prompt.length - 1
  return prompt.map((message, n) =>
    n === 0 || n === last ? { ...message, providerOptions: cacheMark } : message,
  )
}

async function touchedFiles(
  { log, signal }: AgentRunContext,
  { workspace, context }: OpenWorkspace,
): Promise<FileChange[]> {
  const all = new Map((await workspace.changes({ signal })).map((change) => [change.path, change]))
  const changes: FileChange[] = []
  for (const path of context.touched) {
    // One that is the base's again is not among the changes; recorded, it replaces what an earlier step made of it.
    const change = all.get(path) ?? { path, content: (await workspace.read(path, { signal })) ?? null }
    changes.push(change)
    log.add({ type: 'file-changed', path, change: change.content === null ? 'deleted' : 'written' })
  }
  return changes
}
