import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { DocentError } from '../../errors/docent-error.ts'
import type { AssistantMessage } from '../assistant-message.ts'
import type { ReplyMeter } from '../reply-meter.ts'
import type { StepSink } from '../step-part.ts'
import type { StepRequest } from '../step-request.ts'
import { LimitReached, type ReachedLimit } from '../turn-limits.ts'
import type { TurnTool } from '../turn-tool.ts'
import { Watchdog } from '../watchdog.ts'
import { TextBatch } from './text-batch.ts'

/** Parts after which other work of the process gets its turn: a model in this process may never wait for anything. */
const PARTS_IN_A_ROW = 1024
/** Wait for a stream to close after the reply is finished, ms. */
const CLOSING_MS = 1000

export interface ReplyRequest extends Omit<StepRequest, 'budget'> {
  readonly tools: readonly TurnTool[]
  readonly maxOutputTokens: number
  readonly meter: ReplyMeter
  readonly onFirstPart?: () => void
}

/**
 * Reads one reply into `reply` and pushes it into the sink as it comes. The hot loop: a delta costs the read of the
 * model's stream and one concatenation.
 *
 * @returns the limit that cut the reply, if one did
 * @throws what the model or the sink failed with; the signal's reason when aborted
 */
export async function readReply(
  request: ReplyRequest,
  reply: AssistantMessage,
  sink: StepSink,
): Promise<ReachedLimit | undefined> {
  const { meter } = request
  const watchdog = new Watchdog(request.signal, request.firstPartMs, request.idlePartMs)
  const { signal } = watchdog
  const text = new TextBatch(
    (id, piece) => {
      const kept = meter.takeText(piece)
      if (meter.reached) watchdog.abort(new LimitReached(meter.reached))
      if (kept === '') return undefined
      reply.addText(id, kept)
      return sink({ type: 'text', text: kept })
    },
    (error) => watchdog.abort(error),
  )
  try {
    const reader = await openReply(request, watchdog)
    for (let parts = 1; !reply.finished; parts++) {
      const { done, value } = await reader.read()
      signal.throwIfAborted()
      if (done) break
      watchdog.touch()
      meter.takePart()
      if (parts === 1) request.onFirstPart?.()
      if (value.type === 'text-delta') text.add(value)
      else {
        text.flush()
        if (value.type === 'error') throw value.error
        meterPart(meter, value)
        const part = meter.reached ? undefined : reply.add(value)
        const waiting = part && sink(part)
        if (waiting) await watchdog.rest(waiting)
      }
      if (text.blocked) await watchdog.rest(text.blocked)
      if (meter.reached) throw new LimitReached(meter.reached)
      if (parts % PARTS_IN_A_ROW === 0) await new Promise(setImmediate)
    }
    text.flush()
    await text.blocked
    signal.throwIfAborted()
    if (!reply.finished)
      throw new DocentError('model_failed', 'The model ended its reply early.', { isRetryable: true })
    reply.complete()
    await closed(reader)
    return undefined
  } catch (error) {
    const cause: unknown = signal.aborted ? signal.reason : error
    // What the model said before it failed or was cut is shown.
    if (!signal.aborted || cause instanceof LimitReached) text.flush()
    if (!(cause instanceof LimitReached)) throw error
    await text.blocked
    reply.cut()
    return cause.limit
  } finally {
    text.discard()
    watchdog.end()
    // Tells the provider to stop: a reader that left must not keep a model call running.
    if (!reply.isComplete || reply.isCut) watchdog.abort()
  }
}

function meterPart(
  meter: ReplyMeter,
  part: Exclude<LanguageModelV4StreamPart, { type: 'text-delta' | 'error' }>,
): void {
  if (part.type === 'reasoning-delta') meter.takeReasoning(part.delta)
  else if (part.type === 'tool-input-delta') meter.takeInputPiece(part.delta)
  else if (part.type === 'tool-call') meter.takeToolCall(part.input)
  else if (part.type === 'file' || part.type === 'source' || part.type === 'tool-result')
    meter.takeOther(part)
  if ('providerMetadata' in part && part.providerMetadata) meter.takeOther(part.providerMetadata)
}

/** Lets the provider close its connection by itself; one that sends or waits on is cancelled. */
async function closed(reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(resolve, CLOSING_MS, 'late')
  })
  // The reply is whole: a connection that breaks now breaks nothing.
  const end = await Promise.race([reader.read().catch(() => 'broken' as const), late])
  clearTimeout(timer)
  if (typeof end === 'string' || !end.done) void reader.cancel().catch(() => undefined)
}

async function openReply(
  request: ReplyRequest,
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
