import type { AnswerEncoder } from './answer-encoder.ts'
import type { AnswerPart, AnswerUsage, DataPart, FinishPart, SourcePart } from './answer-part.ts'
import { SurrogateJoiner } from './surrogate-joiner.ts'
import { writeJson, writeJsonString } from './write-json.ts'

/** The message for an AI SDK 4 client when the answer was stopped: its protocol has no part for that. */
export const STOPPED_MESSAGE = 'The answer was stopped before it was complete.'

/**
 * Writes one answer as the AI SDK 4 data stream: one part a line, `CODE:JSON\n`.
 *
 * Only what clients from 4.1.15 on accept is written: an unknown code makes them fail the whole reply, so
 * sources travel as `8` annotations and not as `h`. The thread's id goes first, in an `8`, because a reply that
 * fails ends with `3` and nothing after it is read; it goes last again in `2`, `8` and `d`.
 *
 * @see https://ai-sdk.dev/v4/docs/ai-sdk-ui/stream-protocol#data-stream-protocol
 */
export function createDataStreamEncoder(): AnswerEncoder {
  return new DataStreamEncoder()
}

class DataStreamEncoder implements AnswerEncoder {
  readonly headers = {
    'content-type': 'text/plain; charset=utf-8',
    'x-vercel-ai-data-stream': 'v1',
  }
  readonly keepAlive = '\n'

  readonly #text = new SurrogateJoiner()
  readonly #reasoning = new SurrogateJoiner()
  #messageId = ''
  #threadId: string | undefined
  #closed = false

  encode(part: AnswerPart): string {
    if (this.#closed) return ''
    switch (part.type) {
      case 'text':
        return this.#flushReasoning() + textLine('0', this.#text.push(part.text))
      case 'reasoning':
        return this.#flushText() + textLine('g', this.#reasoning.push(part.text))
      case 'source':
        return line('8', [sourceAnnotation(part)])
      case 'data':
        return dataLine(part)
      default:
        return this.#flushText() + this.#flushReasoning() + this.#encodeBoundary(part)
    }
  }

  end(): string {
    const rest = this.#flushText() + this.#flushReasoning()
    this.#closed = true
    return rest
  }

  /** The parts before which all text must have been written. */
  #encodeBoundary(part: Exclude<AnswerPart, { type: 'text' | 'reasoning' | 'source' | 'data' }>): string {
    switch (part.type) {
      case 'start':
        this.#messageId = part.messageId
        this.#threadId = part.threadId
        return part.threadId === undefined ? '' : line('8', [{ type: 'start', threadId: part.threadId }])
      case 'step-start':
        return line('f', { messageId: this.#messageId })
      case 'tool-call':
        return line('9', {
          toolCallId: part.toolCallId,
          toolName: part.toolName,
          args: argumentsObject(part.input),
        })
      case 'tool-result':
        return line('a', { toolCallId: part.toolCallId, result: part.output ?? null })
      case 'tool-error':
        return line('a', { toolCallId: part.toolCallId, result: { type: 'error', error: part.errorText } })
      case 'step-finish':
        return line('e', { finishReason: part.finishReason, usage: usage(part.usage), isContinued: false })
      case 'finish':
        this.#closed = true
        return finishLines(part, part.threadId ?? this.#threadId)
      case 'error':
        this.#closed = true
        return line('3', part.message)
      case 'abort':
        this.#closed = true
        return line('3', STOPPED_MESSAGE)
    }
  }

  #flushText(): string {
    return textLine('0', this.#text.flush())
  }

  #flushReasoning(): string {
    return textLine('g', this.#reasoning.flush())
  }
}

function line(code: string, value: unknown): string {
  return `${code}:${writeJson(value)}\n`
}

function textLine(code: string, text: string): string {
  return text === '' ? '' : `${code}:${writeJsonString(text)}\n`
}

function finishLines(part: FinishPart, threadId: string | undefined): string {
  const end = { finishReason: part.finishReason, usage: usage(part.usage), type: 'finish' }
  if (threadId === undefined) return line('d', end)
  const finish = [{ type: 'finish', threadId }]
  return line('2', finish) + line('8', finish) + line('d', { ...end, threadId })
}

/** A token count that the model did not report is `null`, as the SDK's own server writes it. */
function usage(tokens: AnswerUsage): { promptTokens: number | null; completionTokens: number | null } {
  return { promptTokens: tokens.inputTokens ?? null, completionTokens: tokens.outputTokens ?? null }
}

/** Clients refuse a call whose `args` is not an object; a model can answer with any JSON. */
function argumentsObject(input: unknown): object {
  if (isRecord(input)) return input
  return input === undefined || input === null ? {} : { input }
}

function sourceAnnotation(part: SourcePart): object {
  const source = { sourceType: 'url', id: part.id, url: part.url }
  return { type: 'source', source: part.title === undefined ? source : { ...source, title: part.title } }
}

/** Transient data goes into the `2` data list, which is not a part of the message and never comes back. */
function dataLine(part: DataPart): string {
  const value = isRecord(part.data)
    ? named(part.name, part.data)
    : { type: part.name, data: part.data ?? null }
  return line(part.transient === true ? '2' : '8', [value])
}

/** `type` is the part's name, whatever the data itself calls so. */
function named(name: string, { type: _, ...data }: Record<string, unknown>): object {
  return { type: name, ...data }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
