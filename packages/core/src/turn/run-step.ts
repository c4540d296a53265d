import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
  LanguageModelV4ToolCall,
} from '@ai-sdk/provider'
import type { Json } from '../domain/json.ts'
import { DocentError } from '../errors/docent-error.ts'
import type { ModelMessage } from '../ports/job-store.ts'
import { AssistantMessage } from './assistant-message.ts'
import { type Backoff, backoffDelay } from './backoff.ts'
import { toModelError } from './model-error.ts'
import { TextBatch } from './text-batch.ts'
import type { TurnTool } from './turn-tool.ts'
import { Watchdog } from './watchdog.ts'

/** What happens within one step, as it happens. */
export type StepPart =
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string }
  | { type: 'tool-call'; toolCallId: string; toolName: string; input: Json }
  | { type: 'tool-result'; toolCallId: string; toolName: string; output: Json; isError: boolean }
  /** The reply broke off and the model is asked again: the text and reasoning of this step so far are void. */
  | { type: 'restarted' }

export type StepFinishReason = 'stop' | 'length' | 'content-filter' | 'tool-calls' | 'error' | 'other'

export interface StepOutcome {
  /** The assistant's message and, after tool calls, the message with their results. */
  messages: ModelMessage[]
  text: string
  finishReason: StepFinishReason
  inputTokens: number
  outputTokens: number
  /** True when tools ran, so that the model should see their results. */
  calledTools: boolean
}

export interface StepRequest {
  model: LanguageModelV4
  prompt: LanguageModelV4Prompt
  tools: readonly TurnTool[]
  maxOutputTokens: number
  signal: AbortSignal
  /** Time until the first part, and between two parts, ms. */
  firstPartMs: number
  idlePartMs: number
  /** Attempts of the model call, the first included. */
  maxAttempts: number
  /** Ask again also after text has been shown (the agent), or only before (the assistant). */
  restartable: boolean
  backoff: Backoff
  providerOptions?: LanguageModelV4CallOptions['providerOptions']
}

/**
 * Takes the parts of a step as they come. When its reader is behind it answers a promise, and the model is not read on
 * until then. What it throws ends the step.
 */
export type StepSink = (part: StepPart) => Promise<void> | undefined

/**
 * One step of a turn: a reply of the model, read directly from `doStream()` (streams.md says why) and pushed into the
 * sink, and its tool calls, run in order. Tool errors go back to the model as results.
 * @throws DocentError `model_failed` or `timeout` when every attempt failed; the signal's reason when aborted.
 */
export async function runStep(request: StepRequest, sink: StepSink): Promise<StepOutcome> {
  for (let attempt = 1; ; attempt++) {
    const reply = new AssistantMessage()
    try {
      await readReply(request, reply, sink)
      return await runTools(request, reply, sink)
    } catch (error) {
      request.signal.throwIfAborted()
      const failure = toModelError(error)
      const mayRestart = request.restartable || !reply.hasContent
      // A tool has run or is running: asking again would run it twice.
      if (reply.isComplete || !failure.isRetryable || !mayRestart || attempt >= request.maxAttempts)
        throw failure
      if (reply.hasContent) await sink({ type: 'restarted' })
      await request.backoff.sleep(
        backoffDelay(attempt, failure.retryAfterMs, request.backoff),
        request.signal,
      )
    }
  }
}

/** The hot loop: a delta costs the read of the model's stream and one concatenation. */
async function readReply(request: StepRequest, reply: AssistantMessage, sink: StepSink): Promise<void> {
  const watchdog = new Watchdog(request.signal, request.firstPartMs, request.idlePartMs)
  const { signal } = watchdog
  const text = new TextBatch(
    (id, piece) => {
      reply.addText(id, piece)
      return sink({ type: 'text', text: piece })
    },
    (error) => watchdog.abort(error),
  )
  try {
    const reader = await openReply(request, watchdog)
    for (;;) {
      const { done, value } = await reader.read()
      signal.throwIfAborted()
      if (done) break
      watchdog.touch()
      if (value.type === 'text-delta') text.add(value)
      else {
        text.flush()
        if (value.type === 'error') throw value.error
        const part = reply.add(value)
        if (part) await sink(part)
      }
      if (text.blocked) await text.blocked
    }
    text.flush()
    await text.blocked
    signal.throwIfAborted()
    if (!reply.finished)
      throw new DocentError('model_failed', 'The model ended its reply early.', { isRetryable: true })
    reply.complete()
  } catch (error) {
    // What the model said before it failed is shown.
    if (!signal.aborted) text.flush()
    throw error
  } finally {
    text.discard()
    watchdog.end()
    // Tells the provider to stop: a reader that left must not keep a model call running.
    if (!reply.isComplete) watchdog.abort()
  }
}

async function openReply(
  request: StepRequest,
  watchdog: Watchdog,
): Promise<ReadableStreamDefaultReader<LanguageModelV4StreamPart>> {
  const options: LanguageModelV4CallOptions = {
    prompt: request.prompt,
    maxOutputTokens: request.maxOutputTokens,
    abortSignal: watchdog.signal,
  }
  if (request.tools.length > 0) {
    options.tools = request.tools.map(({ name, description, inputSchema }) => ({
      type: 'function',
      name,
      description,
      inputSchema,
    }))
    options.toolChoice = { type: 'auto' }
  }
  if (request.providerOptions) options.providerOptions = request.providerOptions
  const { stream } = await watchdog.race(request.model.doStream(options))
  const reader = stream.getReader()
  // Settles a pending read also when the provider ignores its abort signal; one that obeys has ended by then.
  const cancel = () => void reader.cancel().catch(() => undefined)
  watchdog.signal.addEventListener('abort', () => setImmediate(cancel), { once: true })
  return reader
}

async function runTools(request: StepRequest, reply: AssistantMessage, sink: StepSink): Promise<StepOutcome> {
  const results: Extract<ModelMessage, { role: 'tool' }>['content'] = []
  for (const call of reply.toolCalls) {
    const { toolCallId, toolName } = call
    const input = parseInput(call)
    await sink({ type: 'tool-call', toolCallId, toolName, input: input.ok ? input.value : {} })
    const output = await runTool(request, call, input)
    request.signal.throwIfAborted()
    await sink({ type: 'tool-result', toolCallId, toolName, output: output.value, isError: output.isError })
    const { value } = output
    if (output.isError) {
      const text = typeof value === 'string' ? value : JSON.stringify(value)
      results.push({ type: 'tool-result', toolCallId, toolName, output: { type: 'error-text', value: text } })
    } else if (typeof value === 'string') {
      results.push({ type: 'tool-result', toolCallId, toolName, output: { type: 'text', value } })
    } else {
      results.push({ type: 'tool-result', toolCallId, toolName, output: { type: 'json', value } })
    }
  }
  const messages: ModelMessage[] =
    reply.content.length > 0 ? [{ role: 'assistant', content: reply.content }] : []
  if (results.length > 0) messages.push({ role: 'tool', content: results })
  return {
    messages,
    text: reply.text,
    finishReason: reply.finishReason,
    inputTokens: reply.inputTokens,
    outputTokens: reply.outputTokens,
    calledTools: results.length > 0,
  }
}

type ParsedInput = { ok: true; value: Json } | { ok: false; message: string }

function parseInput(call: LanguageModelV4ToolCall): ParsedInput {
  try {
    return { ok: true, value: JSON.parse(call.input.trim() || '{}') as Json }
  } catch (error) {
    return {
      ok: false,
      message: `The input of ${call.toolName} is not valid JSON (${(error as Error).message}). Call it again.`,
    }
  }
}

async function runTool(request: StepRequest, call: LanguageModelV4ToolCall, input: ParsedInput) {
  if (!input.ok) return { value: input.message, isError: true }
  const tool = request.tools.find((candidate) => candidate.name === call.toolName)
  if (!tool) {
    const names = request.tools.map((candidate) => candidate.name).join(', ')
    return { value: `There is no tool ${call.toolName}. The tools are: ${names || 'none'}.`, isError: true }
  }
  return tool.run(input.value, { toolCallId: call.toolCallId, signal: request.signal })
}
