import { ReplyBrokenOff } from '../errors/reply-broken-off.ts'
import type { ModelMessage } from '../ports/job-store.ts'
import { NO_TELEMETRY } from '../ports/telemetry.ts'
import { AssistantMessage } from './assistant-message.ts'
import { backoffDelay } from './backoff.ts'
import { Deadline } from './deadline.ts'
import { toModelError } from './reply/model-error.ts'
import { readObservedReply } from './reply/observed-reply.ts'
import { runTools } from './run-tools.ts'
import type { StepFinishReason, StepSink } from './step-part.ts'
import type { StepRequest } from './step-request.ts'
import { type ReachedLimit, reachedLimit } from './turn-limits.ts'

export interface StepOutcome {
  /** The assistant's message and, after tool calls, the message with their results. */
  messages: ModelMessage[]
  text: string
  finishReason: StepFinishReason
  inputTokens: number
  outputTokens: number
  /** True when tools ran, so that the model should see their results. Never with `limit`. */
  calledTools: boolean
  /** The limit that ended the turn: no other step may follow. */
  limit?: ReachedLimit
}

/**
 * One step of a turn: a reply of the model, read directly from `doStream()` and pushed into the sink, and its tool
 * calls, run in order. Tool errors go back to the model as results. When a limit of the budget is reached, the reply is
 * cut, or is not asked for, and the outcome names the limit.
 * @throws DocentError `model_failed` or `timeout` when every attempt failed; the signal's reason when aborted.
 */
export async function runStep(request: StepRequest, sink: StepSink): Promise<StepOutcome> {
  const { budget } = request
  const reached = budget.reached()
  if (reached) return stopped(reached)
  const tools = budget.beginStep().allowsTools ? request.tools : []
  const deadline = new Deadline(request.signal, budget.msLeft, budget.timeLimit)
  try {
    return await tryStep({ ...request, tools }, deadline, sink)
  } finally {
    deadline.end()
  }
}

async function tryStep(request: StepRequest, deadline: Deadline, sink: StepSink): Promise<StepOutcome> {
  const { prompt, budget, tools, telemetry = NO_TELEMETRY } = request
  const { signal } = deadline
  for (let attempt = 1; ; attempt++) {
    const hold = await request.spend?.hold(budget.highestPrice(prompt), budget.msLeft, signal)
    const { meter, maxOutputTokens } = budget.beginReply(prompt, hold)
    if (meter.reached) {
      await hold?.settle(0)
      return stopped(meter.reached)
    }
    const reply = new AssistantMessage()
    try {
      const cut = await readObservedReply({ ...request, signal, meter, maxOutputTokens }, reply, sink)
      const tokens = budget.endReply(prompt, meter, reply.usage)
      await hold?.settle(budget.priceOf(tokens))
      const limit = cut ?? dropSurplusCalls(request, reply) ?? endedByLength(reply, maxOutputTokens)
      reply.nameCallsApart(prompt)
      const results = await runTools({ tools, telemetry }, reply.toolCalls, deadline, sink)
      return outcomeOf(reply, results, tokens, limit ?? deadline.reached)
    } catch (error) {
      // What was sent has its price, also when it is of no use.
      const isCounted = !reply.isComplete && meter.sent > 0
      const lost = isCounted ? budget.priceOf(budget.endReply(prompt, meter, reply.usage)) : 0
      await hold?.settle(lost)
      request.signal.throwIfAborted()
      const failure = toModelError(error)
      const mayRestart = request.restartable || !reply.hasContent
      // A tool has run or is running: asking again would run it twice.
      if (reply.isComplete || !failure.isRetryable || !mayRestart) throw failure
      const last =
        reply.hasContent && failure.retryAfterMs === undefined ? new ReplyBrokenOff(failure) : failure
      if (attempt >= request.maxAttempts) throw last
      const delay = backoffDelay(attempt, failure.retryAfterMs, request.backoff)
      if (delay === undefined) throw last
      if (reply.hasContent) await sink({ type: 'restarted' })
      await request.backoff.sleep(delay, signal).catch((reason: unknown) => {
        if (!deadline.reached) throw reason
      })
      if (deadline.reached) return stopped(deadline.reached)
    }
  }
}

/** Takes out the tool calls that the model may not make: all where none were offered, and those past their number. */
function dropSurplusCalls({ budget, tools }: StepRequest, reply: AssistantMessage): ReachedLimit | undefined {
  const calls = reply.toolCalls.length
  if (tools.length === 0) reply.keepToolCalls(() => false)
  else reply.keepToolCalls(() => budget.takeToolCall())
  return calls > 0 && reply.toolCalls.length === 0 ? budget.withoutTools : undefined
}

/** A provider that counts tokens ends the reply itself, where it was asked to. */
function endedByLength(reply: AssistantMessage, maxOutputTokens: number): ReachedLimit | undefined {
  if (reply.finishReason !== 'length' || reply.toolCalls.length > 0) return undefined
  return reachedLimit('maxOutputTokens', maxOutputTokens)
}

function outcomeOf(
  reply: AssistantMessage,
  results: Extract<ModelMessage, { role: 'tool' }>['content'],
  tokens: { inputTokens: number; outputTokens: number },
  limit: ReachedLimit | undefined,
): StepOutcome {
  const messages: ModelMessage[] =
    reply.content.length > 0 ? [{ role: 'assistant', content: reply.content }] : []
  if (results.length > 0) messages.push({ role: 'tool', content: results })
  const outcome = { messages, text: reply.text, finishReason: reply.finishReason, ...tokens }
  if (!limit) return { ...outcome, calledTools: results.length > 0 }
  return { ...outcome, finishReason: finishReasonOf(limit), calledTools: false, limit }
}

function stopped(limit: ReachedLimit): StepOutcome {
  return {
    messages: [],
    text: '',
    finishReason: finishReasonOf(limit),
    inputTokens: 0,
    outputTokens: 0,
    calledTools: false,
    limit,
  }
}

function finishReasonOf({ name }: ReachedLimit): StepFinishReason {
  return name === 'maxOutputTokens' || name === 'maxOutputBytes' ? 'length' : 'other'
}
