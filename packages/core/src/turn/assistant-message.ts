import type { LanguageModelV4StreamPart, LanguageModelV4ToolCall } from '@ai-sdk/provider'
import type { Json } from '../domain/json.ts'
import type { ModelMessage } from '../ports/job-store.ts'
import { GrowingText } from './growing-text.ts'
import type { StepFinishReason, StepPart } from './run-step.ts'

type AssistantContent = Extract<ModelMessage, { role: 'assistant' }>['content']
type TextPart = Extract<AssistantContent[number], { type: 'text' }>
type ReasoningPart = Extract<AssistantContent[number], { type: 'reasoning' }>

/** A part whose text is still being written. */
interface Growing<Part> {
  readonly part: Part
  readonly text: GrowingText
}

/** Collects the parts of one reply into the message that the next step sends back to the model. */
export class AssistantMessage {
  readonly content: AssistantContent = []
  readonly toolCalls: LanguageModelV4ToolCall[] = []
  finished = false
  /** True once the stream ended well; from then on the reply must not be asked for again. */
  isComplete = false
  finishReason: StepFinishReason = 'other'
  inputTokens = 0
  outputTokens = 0
  readonly #text = new Map<string, Growing<TextPart>>()
  readonly #reasoning = new Map<string, Growing<ReasoningPart>>()

  get hasContent(): boolean {
    return this.content.length > 0
  }

  get text(): string {
    return this.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('')
  }

  /** Takes in a piece of the text that the model calls `id`. */
  addText(id: string, text: string): void {
    let growing = this.#text.get(id)
    if (!growing) {
      growing = { part: { type: 'text', text: '' }, text: new GrowingText() }
      this.#text.set(id, growing)
      this.content.push(growing.part)
    }
    growing.text.add(text)
  }

  /** Takes in a part that is no text, and answers what of it a reader sees at once. */
  add(part: Exclude<LanguageModelV4StreamPart, { type: 'text-delta' }>): StepPart | undefined {
    switch (part.type) {
      case 'reasoning-start':
        this.#reasoningPart(part.id, part.providerMetadata)
        return undefined
      case 'reasoning-delta': {
        this.#reasoningPart(part.id, part.providerMetadata).add(part.delta)
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

  /** The stream ended well. */
  complete(): void {
    for (const { part, text } of [...this.#text.values(), ...this.#reasoning.values()])
      part.text = text.toString()
    this.isComplete = true
  }

  #reasoningPart(id: string, metadata: ReasoningPart['providerOptions']): GrowingText {
    let growing = this.#reasoning.get(id)
    if (!growing) {
      growing = { part: { type: 'reasoning', text: '' }, text: new GrowingText() }
      this.#reasoning.set(id, growing)
      this.content.push(growing.part)
    }
    const { part, text } = growing
    if (metadata) part.providerOptions = { ...part.providerOptions, ...metadata }
    return text
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
