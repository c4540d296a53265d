import type {
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
  LanguageModelV4ToolCall,
} from '@ai-sdk/provider'
import type { Json } from '../domain/json.ts'
import type { ModelMessage } from '../ports/job-store.ts'
import { GrowingText } from './growing-text.ts'
import { parseToolInput } from './run-tools.ts'
import type { StepFinishReason, StepPart } from './step-part.ts'

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
  content: AssistantContent = []
  toolCalls: LanguageModelV4ToolCall[] = []
  finished = false
  /** True once the stream ended well; from then on the reply must not be asked for again. */
  isComplete = false
  /** True when a limit ended the reply before the model did. */
  isCut = false
  finishReason: StepFinishReason = 'other'
  /** Tokens as the provider counted them, whatever it sent. */
  usage: { inputTokens: unknown; outputTokens: unknown; cacheRead?: unknown; cacheWrite?: unknown } = {
    inputTokens: undefined,
    outputTokens: undefined,
  }
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
        this.finishReason = FINISH_REASONS.find((reason) => reason === part.finishReason?.unified) ?? 'other'
        this.usage = {
          inputTokens: part.usage?.inputTokens?.total,
          cacheRead: part.usage?.inputTokens?.cacheRead,
          cacheWrite: part.usage?.inputTokens?.cacheWrite,
          outputTokens: part.usage?.outputTokens?.total,
        }
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

  /**
   * A limit ended the reply: its text stays. Its tool calls are not run, and reasoning without its signature is refused
   * by providers in the next turn.
   */
  cut(): void {
    this.complete()
    this.isCut = true
    this.toolCalls = []
    this.content = this.content.filter((part) => part.type === 'text')
  }

  /** Forgets the tool calls that `mayRun` answers false for. */
  keepToolCalls(mayRun: () => boolean): void {
    const kept = new Set(this.toolCalls.filter(mayRun))
    let next = 0
    this.content = this.content.filter(
      (part) => part.type !== 'tool-call' || kept.has(this.toolCalls[next++] as LanguageModelV4ToolCall),
    )
    this.toolCalls = [...kept]
  }

  /** Gives tool calls whose id is empty, or was used before, one of their own: results are found by it. */
  nameCallsApart(prompt: LanguageModelV4Prompt): void {
    if (this.toolCalls.length === 0) return
    const used = new Set(prompt.flatMap(toolCallIds))
    let next = 0
    const ids = this.toolCalls.map(({ toolCallId }) => {
      let id = toolCallId
      for (let n = 2; id === '' || used.has(id); n++) id = `${toolCallId || 'call'}-${n}`
      used.add(id)
      return id
    })
    this.toolCalls = this.toolCalls.map((call, n) => ({ ...call, toolCallId: ids[n] as string }))
    for (const part of this.content) if (part.type === 'tool-call') part.toolCallId = ids[next++] as string
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

const FINISH_REASONS: readonly StepFinishReason[] = [
  'stop',
  'length',
  'content-filter',
  'tool-calls',
  'error',
]

function toolCallIds(message: LanguageModelV4Prompt[number]): string[] {
  if (message.role !== 'assistant') return []
  return message.content.flatMap((part) => (part.type === 'tool-call' ? [part.toolCallId] : []))
}

/** A reply whose tool input is not JSON is still sent back, so that the model sees what it did; an object is required. */
function safeParse(input: string): Json {
  try {
    return parseToolInput(input)
  } catch (error) {
    if (error instanceof SyntaxError) return { invalid_json: input }
    throw error
  }
}
