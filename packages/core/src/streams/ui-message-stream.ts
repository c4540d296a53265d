import { defined } from '@docent/content'
import type { Citation, UIMessageChunk } from 'ai'
import type { AnswerEncoder } from './answer-encoder.ts'
import type { AnswerFinishReason, AnswerPart, SourcePart } from './answer-part.ts'
import type { FinishThreadIdPlace } from './finish-thread-id.ts'
import { SurrogateJoiner } from './surrogate-joiner.ts'
import { writeJson, writeJsonString } from './write-json.ts'

export interface UiMessageStreamOptions {
  /**
   * Where `finish` carries the thread's id: `metadata` is in `messageMetadata.threadId` only, `top-level` has
   * it there and as a key of the event. See `finish-thread-id.ts` for who wants which.
   */
  readonly finishThreadId: FinishThreadIdPlace
  /** Whether `finish` has a `finishReason`. Absent: it has none, because clients 5.0.0 to 5.0.91 refuse it. */
  readonly finishReason?: boolean
  /**
   * Whether the end of a text names the sources that it cites. Absent: it does not, because clients up to 5.0.216,
   * 6.0.230 and 7.0.31 refuse it.
   */
  readonly citations?: boolean
}

/**
 * Writes one answer as the UI message stream of AI SDK 5, 6 and 7: server-sent events, `data: JSON\n\n`.
 *
 * Clients up to 5.0.216, 6.0.230 and 7.0.31 validate each chunk strictly: a key too many, a null for an absent
 * key or a delta before its start turns the whole answer into an error. So each chunk has exactly the keys
 * that 5.0.0 knows, and text and reasoning blocks are opened and closed here: a block is closed by anything
 * but a source or data, which may stand between two deltas of one block.
 *
 * @see https://ai-sdk.dev/docs/ai-sdk-ui/stream-protocol#data-stream-protocol
 */
export function createUiMessageStreamEncoder(options: UiMessageStreamOptions): AnswerEncoder {
  return new UiMessageStreamEncoder(options)
}

type BlockKind = 'text' | 'reasoning'

class UiMessageStreamEncoder implements AnswerEncoder {
  readonly headers = {
    'content-type': 'text/event-stream; charset=utf-8',
    'x-vercel-ai-ui-message-stream': 'v1',
  }
  readonly keepAlive = ': ping\n\n'

  readonly #options: UiMessageStreamOptions
  readonly #joiner = new SurrogateJoiner()
  /** Of the open text. */
  #citations: Citation[] = []
  #threadId: string | undefined
  #block: BlockKind | undefined
  #deltaPrefix = ''
  #texts = 0
  #reasonings = 0
  #closed = false
  #ended = false

  constructor(options: UiMessageStreamOptions) {
    this.#options = options
  }

  encode(part: AnswerPart): string {
    if (this.#closed) return ''
    switch (part.type) {
      case 'text':
        return this.#delta('text', part.text)
      case 'reasoning':
        return this.#delta('reasoning', part.text)
      case 'source':
        if (this.#options.citations === true && this.#block === 'text') this.#citations.push(citation(part))
        return event({ type: 'source-url', sourceId: part.id, url: part.url, title: part.title })
      case 'data':
        return event({
          type: `data-${part.name}`,
          id: part.id,
          data: part.data ?? null,
          transient: part.transient,
        })
      default:
        return this.#closeBlock() + this.#encodeBoundary(part)
    }
  }

  end(): string {
    if (this.#ended) return ''
    const rest = this.#closeBlock()
    this.#closed = true
    this.#ended = true
    return `${rest}data: [DONE]\n\n`
  }

  /** The parts before which an open block is closed. Keys that are `undefined` are left out by JSON. */
  #encodeBoundary(part: Exclude<AnswerPart, { type: 'text' | 'reasoning' | 'source' | 'data' }>): string {
    switch (part.type) {
      case 'start':
        this.#threadId = part.threadId
        return event({
          type: 'start',
          messageId: part.messageId,
          messageMetadata: threadMetadata(part.threadId),
        })
      case 'step-start':
        return event({ type: 'start-step' })
      case 'tool-call': {
        const { toolCallId, toolName } = part
        return (
          event({ type: 'tool-input-start', toolCallId, toolName }) +
          event({ type: 'tool-input-available', toolCallId, toolName, input: part.input ?? null })
        )
      }
      case 'tool-result':
        return event({
          type: 'tool-output-available',
          toolCallId: part.toolCallId,
          output: part.output ?? null,
        })
      case 'tool-error':
        return event({ type: 'tool-output-error', toolCallId: part.toolCallId, errorText: part.errorText })
      case 'step-finish':
        return event({ type: 'finish-step' })
      case 'finish':
        this.#closed = true
        return this.#finish(part.threadId ?? this.#threadId, part.finishReason)
      case 'error':
        this.#closed = true
        return event({ type: 'error', errorText: part.message })
      case 'abort':
        this.#closed = true
        return event({ type: 'abort' })
    }
  }

  #finish(threadId: string | undefined, reason: AnswerFinishReason): string {
    return event({
      type: 'finish',
      finishReason: this.#options.finishReason === true ? reason : undefined,
      threadId: this.#options.finishThreadId === 'top-level' ? threadId : undefined,
      messageMetadata: threadMetadata(threadId),
    })
  }

  /** The hot path: one delta is one concatenation around the text's JSON. */
  #delta(kind: BlockKind, text: string): string {
    if (text === '') return ''
    const opening = this.#block === kind ? '' : this.#closeBlock() + this.#openBlock(kind)
    const whole = this.#joiner.push(text)
    return whole === '' ? opening : `${opening}${this.#deltaPrefix}${writeJsonString(whole)}}\n\n`
  }

  #openBlock(kind: BlockKind): string {
    const id = this.#nextId(kind)
    this.#block = kind
    this.#deltaPrefix = `data: {"type":"${kind}-delta","id":"${id}","delta":`
    return `data: {"type":"${kind}-start","id":"${id}"}\n\n`
  }

  #closeBlock(): string {
    const kind = this.#block
    if (kind === undefined) return ''
    const half = this.#joiner.flush()
    const rest = half === '' ? '' : `${this.#deltaPrefix}${writeJsonString(half)}}\n\n`
    this.#block = undefined
    const citations = this.#citations.length > 0 ? this.#citations : undefined
    this.#citations = []
    return rest + event({ type: `${kind}-end`, id: this.#lastId(kind), citations })
  }

  #nextId(kind: BlockKind): string {
    return kind === 'text' ? `txt-${this.#texts++}` : `rsn-${this.#reasonings++}`
  }

  #lastId(kind: BlockKind): string {
    return kind === 'text' ? `txt-${this.#texts - 1}` : `rsn-${this.#reasonings - 1}`
  }
}

/** A chunk as the newest client knows it; `finish` may also have the thread's id as a key of its own. */
type Chunk =
  | WithGaps<UIMessageChunk>
  | {
      type: 'finish'
      finishReason: AnswerFinishReason | undefined
      threadId: string | undefined
      messageMetadata: unknown
    }

/** Keys may be `undefined`, which JSON leaves out. */
type WithGaps<Value> = Value extends unknown ? { [Key in keyof Value]: Value[Key] | undefined } : never

function event(chunk: Chunk): string {
  return `data: ${writeJson(chunk)}\n\n`
}

function citation({ id, url, title }: SourcePart): Citation {
  return { source: { type: 'source', sourceType: 'url', id, url, ...defined({ title }) } }
}

function threadMetadata(threadId: string | undefined): { threadId: string } | undefined {
  return threadId === undefined ? undefined : { threadId }
}
