import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import type { DocentError } from '../errors/docent-error.ts'
import type { Clock } from '../ports/clock.ts'
import type { ResolvedModel } from '../ports/model-provider.ts'
import { type Backoff, backoffDelay } from '../turn/backoff.ts'
import { toModelError } from '../turn/reply/model-error.ts'

/** Text of a reply at most, so that a model that never finishes is not read for ever. */
const MOST_CHARACTERS = 64_000
const ATTEMPTS = 4

export interface ProbeCall {
  toolName: string
  /** As the model wrote it. */
  input: string
}

/** What one call of the model showed. */
export interface ProbeReply {
  text: string
  /** Pieces in which text and arguments arrived. */
  pieces: number
  toolCalls: ProbeCall[]
  finishReason: string | undefined
  inputTokens: number | undefined
  outputTokens: number | undefined
  /** Until the first piece. */
  firstMs: number
  ms: number
  /** Why the reply is not whole. */
  failure?: DocentError
  /** The reply ran into the time or the length that the check allows. */
  isEndless: boolean
}

export interface ProbeOptions {
  clock: Clock
  backoff: Backoff
  /** Longest single call, ms. */
  callMs: number
  signal: AbortSignal
}

/** Calls a model and writes down what its stream does. */
export class ModelProbe {
  inputTokens = 0
  outputTokens = 0

  constructor(
    readonly resolved: ResolvedModel,
    readonly options: ProbeOptions,
  ) {}

  get model(): LanguageModelV4 {
    return this.resolved.model
  }

  /** Asks again, with a pause, when the model is busy or away. Never throws for a model that fails. */
  async ask(call: Omit<LanguageModelV4CallOptions, 'abortSignal'>): Promise<ProbeReply> {
    const { signal, backoff } = this.options
    for (let attempt = 1; ; attempt++) {
      const reply = await this.#ask(call)
      const { failure } = reply
      if (failure === undefined || !failure.isRetryable || reply.isEndless) return reply
      const delay = attempt < ATTEMPTS ? backoffDelay(attempt, failure.retryAfterMs, backoff) : undefined
      if (delay === undefined) return reply
      await backoff.sleep(delay, signal)
    }
  }

  async #ask(call: Omit<LanguageModelV4CallOptions, 'abortSignal'>): Promise<ProbeReply> {
    const { clock, callMs, signal } = this.options
    signal.throwIfAborted()
    const began = clock.now()
    const limit = AbortSignal.timeout(callMs)
    const tooLong = new AbortController()
    const abortSignal = AbortSignal.any([signal, limit, tooLong.signal])
    const reply: ProbeReply = {
      text: '',
      pieces: 0,
      toolCalls: [],
      finishReason: undefined,
      inputTokens: undefined,
      outputTokens: undefined,
      firstMs: 0,
      ms: 0,
      isEndless: false,
    }
    try {
      const { stream } = await this.model.doStream({ maxOutputTokens: 1_024, ...call, abortSignal })
      for await (const part of stream) {
        note(part, reply, () => clock.now() - began)
        if (reply.text.length > MOST_CHARACTERS) {
          reply.isEndless = true
          tooLong.abort()
          break
        }
      }
    } catch (error) {
      signal.throwIfAborted()
      reply.failure = toModelError(error)
      reply.isEndless = limit.aborted || reply.failure.code === 'timeout'
    }
    reply.ms = clock.now() - began
    this.inputTokens += reply.inputTokens ?? 0
    this.outputTokens += reply.outputTokens ?? 0
    return reply
  }
}

function note(part: LanguageModelV4StreamPart, reply: ProbeReply, now: () => number): void {
  if (part.type === 'text-delta' || part.type === 'tool-input-delta' || part.type === 'reasoning-delta') {
    if (part.delta === '') return
    if (reply.pieces === 0) reply.firstMs = now()
    reply.pieces++
  }
  if (part.type === 'text-delta') reply.text += part.delta
  if (part.type === 'tool-call') reply.toolCalls.push({ toolName: part.toolName, input: part.input })
  if (part.type === 'error') reply.failure = toModelError(part.error)
  if (part.type === 'finish') {
    reply.finishReason = part.finishReason.unified
    reply.inputTokens = part.usage.inputTokens.total
    reply.outputTokens = part.usage.outputTokens.total
  }
}
