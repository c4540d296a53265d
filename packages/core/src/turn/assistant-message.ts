import type { LanguageModelV4StreamPart, LanguageModelV4ToolCall } from '@ai-sdk/provider'
import type { Json } from '../domain/json.ts'
import type { ModelMessage } from '../ports/job-store.ts'
import type { StepFinishReason, StepPart } from './run-step.ts'

type AssistantContent = Extract<ModelMessage, { role: 'assistant' }>['content']
type ReasoningPart = Extract<AssistantContent[number], { type: 'reasoning' }>

/** Collects the parts of one reply into the message that the next step sends back to the model. */
export class AssistantMessage {
  readonly content: AssistantContent = []
  readonly toolCalls: LanguageModelV4ToolCall[] = []
  finished = false
  /** Set when the stream ended well; from then on the reply must not be asked for again. */
  isComplete = false
  finishReason: StepFinishReason = 'other'
  inputTokens = 0
  outputTokens = 0
  readonly #text = new Map<string, { type: 'text'; text: string }>()
  readonly #reasoning = new Map<string, ReasoningPart>()

  get hasContent(): boolean {
    return this.content.length > 0
  }

  get text(): string {
    return this.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('')
  }

  /** Takes a part in and answers what of it a reader sees at once. */
  add(part: LanguageModelV4StreamPart): StepPart | undefined {
    switch (part.type) {
      case 'text-delta': {
        if (part.delta === '') return undefined
        this.#textPart(part.id).text += part.delta
        return { type: 'text', text: part.delta }
      }
      case 'reasoning-start':
        this.#reasoningPart(part.id, part.providerMetadata)
        return undefined
      case 'reasoning-delta': {
        this.#reasoningPart(part.id, part.providerMetadata).text += part.delta
        return part.delta === '' ? undefined : { type: 'reasoning', text: part.delta }
      }
      case 'reasoning-end':
        // Providers sign their reasoning here; without the signature they refuse it in the next step.
        this.#reasoningPart(part.id, part.providerMetadata)
        return undefined
      case 'tool-call': {
        if (part.providerExecuted) return undefined
        this.toolCalls.push(part)
        const { toolCallId, toolName, providerMetadata } = part
        this.content.push({
          type: 'tool-call',
          toolCallId,
          toolName,
          input: safeParse(part.input),
          ...(providerMetadata ? { providerOptions: providerMetadata } : {}),
        })
        return undefined
      }
      case 'finish':
        this.finished = true
        this.finishReason = part.finishReason.unified === 'interrupted' ? 'other' : part.finishReason.unified
        this.inputTokens = part.usage.inputTokens.total ?? 0
        this.outputTokens = part.usage.outputTokens.total ?? 0
        return undefined
      default:
        return undefined
    }
  }

  #textPart(id: string): { type: 'text'; text: string } {
    let part = this.#text.get(id)
    if (!part) {
      part = { type: 'text', text: '' }
      this.#text.set(id, part)
      this.content.push(part)
    }
    return part
  }

  #reasoningPart(id: string, metadata: ReasoningPart['providerOptions']): ReasoningPart {
    let part = this.#reasoning.get(id)
    if (!part) {
      part = { type: 'reasoning', text: '' }
      this.#reasoning.set(id, part)
      this.content.push(part)
    }
    if (metadata) part.providerOptions = { ...part.providerOptions, ...metadata }
    return part
  }
}

/** A reply whose tool input is not JSON is still sent back, so that the model sees what it did; an object is required. */
function safeParse(input: string): Json {
  try {
    return JSON.parse(input.trim() || '{}') as Json
  } catch (error) {
    if (error instanceof SyntaxError) return { invalid_json: input }
    throw error
  }
}
