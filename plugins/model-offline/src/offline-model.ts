import { setTimeout as sleep } from 'node:timers/promises'
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
  LanguageModelV4StreamResult,
  LanguageModelV4Usage,
  SharedV4Warning,
} from '@ai-sdk/provider'
import { defined } from '@docent/core/plugin'
import { runAgent } from './agent/run-agent.ts'
import { answer } from './assistant/answer.ts'
import { promptLength, roleOf } from './read-prompt.ts'
import { type OfflineReply, say } from './reply.ts'
import { AGENT_DESCRIPTION, ASSISTANT_DESCRIPTION } from './self-description.ts'

export interface OfflineModelOptions {
  /** Pause before each delta, milliseconds. */
  deltaDelayMs: number
}

/**
 * A language model without a language model: it works through the same prompts and tools as any other, quotes what
 * was retrieved, carries out exact instructions, and says what it is. It keeps no state: a reply follows from the
 * prompt alone, so that a run may go on in another process.
 */
export class OfflineModel implements LanguageModelV4 {
  readonly specificationVersion = 'v4'
  readonly provider = 'offline'
  readonly supportedUrls: Record<string, RegExp[]> = {}
  readonly modelId: string
  readonly #deltaDelayMs: number

  constructor(modelId: string, options: OfflineModelOptions) {
    this.modelId = modelId
    this.#deltaDelayMs = options.deltaDelayMs
  }

  async doGenerate(options: LanguageModelV4CallOptions): Promise<LanguageModelV4GenerateResult> {
    options.abortSignal?.throwIfAborted()
    const { reply, finishReason } = fitted(replyTo(options), options)
    const content: LanguageModelV4Content[] = []
    if (reply.text !== '') content.push({ type: 'text', text: reply.text })
    for (const call of reply.toolCalls) {
      content.push({ type: 'tool-call', ...call, input: JSON.stringify(call.input) })
    }
    return { content, finishReason, usage: usage(reply, options), warnings: warnings(options) }
  }

  async doStream(options: LanguageModelV4CallOptions): Promise<LanguageModelV4StreamResult> {
    options.abortSignal?.throwIfAborted()
    const parts = this.#parts(options)
    const stream = new ReadableStream<LanguageModelV4StreamPart>(
      {
        pull: async (controller) => {
          const next = await parts.next()
          if (next.done) controller.close()
          else controller.enqueue(next.value)
        },
        cancel: async () => {
          await parts.return(undefined)
        },
      },
      { highWaterMark: 0 },
    )
    return { stream }
  }

  async *#parts(options: LanguageModelV4CallOptions): AsyncGenerator<LanguageModelV4StreamPart, void> {
    yield { type: 'stream-start', warnings: warnings(options) }
    const { reply, finishReason } = fitted(replyTo(options), options)
    yield { type: 'response-metadata', modelId: this.modelId }
    if (reply.text !== '') {
      yield { type: 'text-start', id: '0' }
      for (const delta of deltas(reply.text)) {
        if (this.#deltaDelayMs > 0) {
          const { abortSignal: signal } = options
          await sleep(this.#deltaDelayMs, undefined, defined({ signal }))
        }
        options.abortSignal?.throwIfAborted()
        yield { type: 'text-delta', id: '0', delta }
      }
      yield { type: 'text-end', id: '0' }
    }
    for (const { toolCallId: id, toolName, input } of reply.toolCalls) {
      options.abortSignal?.throwIfAborted()
      const json = JSON.stringify(input)
      yield { type: 'tool-input-start', id, toolName }
      yield { type: 'tool-input-delta', id, delta: json }
      yield { type: 'tool-input-end', id }
      yield { type: 'tool-call', toolCallId: id, toolName, input: json }
    }
    yield { type: 'finish', finishReason, usage: usage(reply, options) }
  }
}

function replyTo(options: LanguageModelV4CallOptions): OfflineReply {
  const role = roleOf(options)
  if (role === 'assistant') return answer(options)
  if (role === 'agent') return runAgent(options)
  const asksForEdits = options.tools?.some((tool) => tool.name === 'write_file') ?? false
  return say(asksForEdits ? AGENT_DESCRIPTION : ASSISTANT_DESCRIPTION)
}

/** Cut to `maxOutputTokens`, as a provider would. */
function fitted(
  reply: OfflineReply,
  { maxOutputTokens }: LanguageModelV4CallOptions,
): { reply: OfflineReply; finishReason: LanguageModelV4FinishReason } {
  const room = (maxOutputTokens ?? Number.POSITIVE_INFINITY) * 4
  if (reply.toolCalls.length === 0 && reply.text.length > room) {
    const text = reply.text.slice(0, room).replace(/[\uD800-\uDBFF]$/, '')
    return { reply: { ...reply, text }, finishReason: { unified: 'length', raw: 'length' } }
  }
  const unified = reply.toolCalls.length > 0 ? 'tool-calls' : 'stop'
  return { reply, finishReason: { unified, raw: unified } }
}

/** Words with the space before them. */
function deltas(text: string): readonly string[] {
  return text.match(/(?<!\s)\s*\S+(?:\s+$)?/g) ?? [text]
}

/** Estimated: four characters a token. */
function usage(
  reply: OfflineReply,
  { prompt, tools = [] }: LanguageModelV4CallOptions,
): LanguageModelV4Usage {
  const input = Math.ceil((promptLength(prompt) + JSON.stringify(tools).length) / 4)
  const calls = reply.toolCalls.length === 0 ? 0 : JSON.stringify(reply.toolCalls).length
  const output = Math.ceil((reply.text.length + calls) / 4)
  return {
    inputTokens: { total: input, noCache: input, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: output, text: output, reasoning: 0 },
  }
}

function warnings({ responseFormat }: LanguageModelV4CallOptions): SharedV4Warning[] {
  if (responseFormat?.type !== 'json') return []
  return [
    { type: 'unsupported', feature: 'responseFormat', details: 'The offline model answers in Markdown.' },
  ]
}
