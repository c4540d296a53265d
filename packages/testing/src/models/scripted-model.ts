import { setTimeout as sleep } from 'node:timers/promises'
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
  LanguageModelV4StreamResult,
} from '@ai-sdk/provider'
import { defined } from '@docent/core/plugin'
import { contentParts, finishReasonOf, toolCallsOf, usageOf, wholeText } from './reply-parts.ts'
import { replyTo, type Script, type ScriptedReply } from './scripted-reply.ts'

export interface ScriptedModelOptions {
  /** Default `scripted`. */
  provider?: string
  /** Default `model`. */
  modelId?: string
}

/** A scripted model, and what was asked of it. */
export interface ScriptedModel extends LanguageModelV4 {
  /** The options of every call, in order. */
  readonly calls: readonly LanguageModelV4CallOptions[]
  /** Streams that their reader cancelled, or that ended by an abort signal. */
  readonly stopped: number
}

/**
 * A language model that answers from a script: the same parts for the same script, in small deltas, with faults on
 * request. No network, and no time but `delayMs`.
 *
 * @example
 * const model = scriptedModel([
 *   { toolCalls: [{ toolName: 'read_file', input: { path: 'index.mdx' } }] },
 *   { text: 'Done.' },
 * ])
 */
export function scriptedModel(script: Script, options: ScriptedModelOptions = {}): ScriptedModel {
  return new ScriptModel(script, options)
}

class ScriptModel implements ScriptedModel {
  readonly specificationVersion = 'v4'
  readonly provider: string
  readonly modelId: string
  readonly supportedUrls: Record<string, RegExp[]> = {}
  readonly calls: LanguageModelV4CallOptions[] = []
  stopped = 0
  readonly #script: Script

  constructor(script: Script, options: ScriptedModelOptions) {
    this.#script = script
    this.provider = options.provider ?? 'scripted'
    this.modelId = options.modelId ?? 'model'
  }

  async doGenerate(options: LanguageModelV4CallOptions): Promise<LanguageModelV4GenerateResult> {
    const { reply, call } = await this.#begin(options)
    if (reply.hang) await this.#untilAborted(options.abortSignal)
    if (reply.error !== undefined) throw reply.error
    if (reply.delayMs) await sleep(reply.delayMs, undefined, signalOf(options))
    const reasoning = wholeText(reply.reasoning)
    const text = wholeText(reply.text)
    const content: LanguageModelV4Content[] = []
    if (reasoning !== '') content.push({ type: 'reasoning', text: reasoning })
    if (text !== '') content.push({ type: 'text', text })
    content.push(...toolCallsOf(reply, call))
    return {
      content,
      finishReason: finishReasonOf(reply),
      usage: usageOf(reply, options),
      warnings: [],
      response: { id: `reply-${call + 1}`, modelId: this.modelId },
    }
  }

  async doStream(options: LanguageModelV4CallOptions): Promise<LanguageModelV4StreamResult> {
    const { reply, call } = await this.#begin(options)
    const inStream = reply.errorAfterDeltas !== undefined || reply.cut === true || reply.hang === true
    if (reply.error !== undefined && !inStream) throw reply.error
    const parts = this.#parts(reply, call, options)
    const stream = new ReadableStream<LanguageModelV4StreamPart>(
      {
        pull: async (controller) => {
          try {
            const next = await parts.next()
            if (next.done) controller.close()
            else controller.enqueue(next.value)
          } catch (error) {
            if (options.abortSignal?.aborted) this.stopped++
            controller.error(options.abortSignal?.aborted ? options.abortSignal.reason : error)
          }
        },
        cancel: async () => {
          this.stopped++
          // Not awaited: a generator that hangs would never let its `return` finish.
          void parts.return(undefined)
        },
      },
      { highWaterMark: 0 },
    )
    return { stream }
  }

  async #begin(options: LanguageModelV4CallOptions): Promise<{ reply: ScriptedReply; call: number }> {
    options.abortSignal?.throwIfAborted()
    const call = this.calls.push(options) - 1
    return { reply: await replyTo(this.#script, options, call), call }
  }

  async *#parts(
    reply: ScriptedReply,
    call: number,
    options: LanguageModelV4CallOptions,
  ): AsyncGenerator<LanguageModelV4StreamPart, void> {
    const faulty = reply.hang === true || reply.cut === true || reply.error !== undefined
    const faultAt = faulty ? (reply.errorAfterDeltas ?? 0) : Number.POSITIVE_INFINITY
    yield { type: 'stream-start', warnings: [] }
    yield { type: 'response-metadata', id: `reply-${call + 1}`, modelId: this.modelId }
    let deltas = 0
    for (const part of contentParts(reply, call)) {
      options.abortSignal?.throwIfAborted()
      if (part.type.endsWith('-delta')) {
        if (deltas === faultAt) break
        if (reply.delayMs) await sleep(reply.delayMs, undefined, signalOf(options))
        deltas++
      }
      yield part
    }
    if (reply.hang) await this.#untilAborted(options.abortSignal)
    const usage = usageOf(reply, options)
    if (!faulty) {
      yield { type: 'finish', usage, finishReason: finishReasonOf(reply) }
      return
    }
    const error = reply.error ?? new Error('The connection was lost.')
    if (reply.cut) throw error
    yield { type: 'error', error }
    yield { type: 'finish', usage, finishReason: { unified: 'error', raw: 'error' } }
  }

  /** Without a signal it waits for ever, as a silent provider would. */
  #untilAborted(signal: AbortSignal | undefined): Promise<never> {
    return new Promise((_resolve, reject) => {
      if (signal?.aborted) reject(signal.reason)
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
    })
  }
}

function signalOf(options: LanguageModelV4CallOptions): { signal?: AbortSignal } {
  return defined({ signal: options.abortSignal })
}
