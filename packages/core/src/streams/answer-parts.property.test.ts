import { parseDataStreamPart, processDataStream } from '@ai-sdk/ui-utils-v4'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  CHUNK_SCHEMAS,
  type ChatMessageView,
  sendWithSdk4,
  textOf,
  UI_CLIENTS,
  type UiMessageView,
} from '../../test/sdk-clients.ts'
import type { AnswerEncoder } from './answer-encoder.ts'
import type { AnswerFinishReason, AnswerPart } from './answer-part.ts'
import { createDataStreamEncoder } from './data-stream.ts'
import { createUiMessageStreamEncoder } from './ui-message-stream.ts'

const anyText = fc.string({ unit: 'grapheme', maxLength: 20 })
/** A string in pieces that were cut anywhere, also inside a character. */
const cutText = fc.tuple(anyText, fc.array(fc.nat(20), { maxLength: 4 })).map(([text, cuts]) => {
  const edges = [0, ...cuts.toSorted((a, b) => a - b), text.length].map((edge) => Math.min(edge, text.length))
  return edges.slice(1).map((edge, index) => text.slice(edges[index], edge))
})
const anyName = fc.stringMatching(/^[a-z_]{1,12}$/)
const anyJson: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue(),
  fc.constant(undefined),
  fc.constant({ cut: 'a\ud83d', list: ['\ude00'] }),
  fc.constant(JSON.parse('{"a":{"__proto__":1,"constructor":{"prototype":2}},"__proto__":3}')),
)
const usage = fc.record({ inputTokens: fc.nat(), outputTokens: fc.nat() }, { requiredKeys: [] })
const finishReason = fc.constantFrom<AnswerFinishReason>(
  'stop',
  'length',
  'content-filter',
  'tool-calls',
  'error',
  'other',
  'unknown',
)

const source = fc.record(
  { type: fc.constant('source' as const), id: anyName, url: fc.webUrl(), title: anyText },
  { requiredKeys: ['type', 'id', 'url'] },
)
const data = fc.record(
  { type: fc.constant('data' as const), name: anyName, data: anyJson, id: anyName, transient: fc.boolean() },
  { requiredKeys: ['type', 'name', 'data'] },
)
const texts = fc
  .tuple(fc.constantFrom('text' as const, 'reasoning' as const), cutText, fc.option(fc.oneof(source, data)))
  .map(([type, pieces, between]): AnswerPart[] =>
    pieces.flatMap((text, index): AnswerPart[] => [
      { type, text },
      ...(between !== null && index === 0 ? [between] : []),
    ]),
  )
const tool = fc
  .record({
    toolCallId: fc.uuid(),
    toolName: anyName,
    input: anyJson,
    output: anyJson,
    errorText: fc.option(anyText),
  })
  .map(({ toolCallId, toolName, input, output, errorText }): AnswerPart[] => [
    { type: 'tool-call', toolCallId, toolName, input },
    errorText === null
      ? { type: 'tool-result', toolCallId, toolName, output }
      : { type: 'tool-error', toolCallId, toolName, errorText },
  ])
const step = fc
  .tuple(fc.array(fc.oneof(texts, tool), { maxLength: 6 }), finishReason, usage)
  .map(([items, reason, tokens]): AnswerPart[] => [
    { type: 'step-start' },
    ...items.flat(),
    { type: 'step-finish', finishReason: reason, usage: tokens },
  ])
const ending = fc.oneof(
  fc.record({ type: fc.constant('finish' as const), finishReason, usage }),
  fc.record({ type: fc.constant('error' as const), message: anyText.filter((text) => text !== '') }),
  fc.constant<AnswerPart>({ type: 'abort' }),
)
/** A valid answer: whole when it finishes, cut at any part when it fails or is stopped. */
const anyAnswer = fc
  .tuple(fc.array(step, { minLength: 1, maxLength: 3 }), ending, fc.nat(), fc.option(fc.uuid()))
  .map(([steps, end, cut, threadId]): AnswerPart[] => {
    const start: AnswerPart = {
      type: 'start',
      messageId: 'msg-1',
      ...(threadId === null ? {} : { threadId }),
    }
    const middle = steps.flat()
    const kept = end.type === 'finish' ? middle : middle.slice(0, cut % (middle.length + 1))
    return [start, ...kept, end]
  })

/** What a client must show: the pieces joined, a half character at the cut replaced. */
function expectedText(parts: readonly AnswerPart[], type: 'text' | 'reasoning'): string {
  return parts
    .map((part) => (part.type === type ? part.text : ''))
    .join('')
    .toWellFormed()
}

function expectedError(parts: readonly AnswerPart[]): string | undefined {
  const last = parts.at(-1)
  return last?.type === 'error' ? last.message : undefined
}

function encode(parts: readonly AnswerPart[], encoder: AnswerEncoder): string[] {
  return [...parts.map((part) => encoder.encode(part)), encoder.end()]
}

/** A reply whose bytes arrive in pieces of one size, with no regard for lines or characters. */
function fetchOf(texts: readonly string[], size: number): typeof fetch {
  const bytes = new TextEncoder().encode(texts.join(''))
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.slice(index * size, (index + 1) * size),
  )
  return async () => new Response(ReadableStream.from(pieces))
}

describe('any answer as the data stream', () => {
  it('is made of whole lines that ai 4 parses', () => {
    fc.assert(
      fc.property(anyAnswer, (parts) => {
        for (const text of encode(parts, createDataStreamEncoder())) {
          expect(text.isWellFormed()).toBe(true)
          expect(text === '' || text.endsWith('\n')).toBe(true)
          for (const line of text.split('\n').slice(0, -1)) parseDataStreamPart(line)
        }
      }),
    )
  })

  it('gives ai 4 exactly the text, the sources and the end, however the bytes arrive', async () => {
    await fc.assert(
      fc.asyncProperty(anyAnswer, fc.integer({ min: 1, max: 200 }), async (parts, size) => {
        const errors: unknown[] = []
        const reply = await sendWithSdk4({
          api: 'http://docent.invalid/',
          fetch: fetchOf(encode(parts, createDataStreamEncoder()), size),
          onError: (error) => errors.push(error),
        })
        const last = parts.at(-1)
        const isFinished = last?.type === 'finish'
        expect(errors).toHaveLength(isFinished ? 0 : 1)
        if (last?.type === 'error') expect(errors).toMatchObject([{ message: last.message }])
        expect(reply.finishReason).toBe(isFinished ? last.finishReason : undefined)
        expect(reply.message?.content ?? '').toBe(expectedText(parts, 'text'))
        expect(textOf(reply.message, 'reasoning')).toBe(expectedText(parts, 'reasoning'))
        expect(sourcesOf4(reply.message)).toEqual(sourcesIn(parts))
      }),
    )
  })

  it('gives any reader the parts in the order they were made', async () => {
    await fc.assert(
      fc.asyncProperty(anyAnswer, async (parts) => {
        const seen: string[] = []
        const stream = (await fetchOf(encode(parts, createDataStreamEncoder()), 64)('')).body
        await processDataStream({
          stream: stream as ReadableStream<Uint8Array>,
          onToolCallPart: ({ toolCallId }) => void seen.push(`call ${toolCallId}`),
          onToolResultPart: ({ toolCallId }) => void seen.push(`result ${toolCallId}`),
          onStartStepPart: () => void seen.push('step'),
        })
        expect(seen).toEqual(orderOf(parts))
      }),
    )
  })
})

describe('any answer as the UI message stream', () => {
  it('is made of whole events whose chunks ai 6 and ai 7 accept', async () => {
    await fc.assert(
      fc.asyncProperty(anyAnswer, async (parts) => {
        for (const text of encode(parts, createUiMessageStreamEncoder({ finishThreadId: 'metadata' }))) {
          expect(text.isWellFormed()).toBe(true)
          expect(text === '' || text.endsWith('\n\n')).toBe(true)
          for (const event of text.split('\n\n').slice(0, -1)) {
            if (event === 'data: [DONE]') continue
            const chunk: unknown = JSON.parse(event.slice('data: '.length))
            for (const schema of CHUNK_SCHEMAS)
              expect(await schema.validate?.(chunk)).toMatchObject({ success: true })
          }
        }
      }),
    )
  })

  it.each(UI_CLIENTS)(
    'gives $name exactly the text, the sources and the end, however the bytes arrive',
    async (client) => {
      await fc.assert(
        fc.asyncProperty(anyAnswer, fc.integer({ min: 1, max: 200 }), async (parts, size) => {
          const errors: unknown[] = []
          const encoder = createUiMessageStreamEncoder({ finishThreadId: 'metadata' })
          let last: UiMessageView | undefined
          const states = client.send({
            api: 'http://docent.invalid/',
            fetch: fetchOf(encode(parts, encoder), size),
            onError: (error) => errors.push(error),
          })
          for await (const state of states) last = state
          const error = expectedError(parts)
          expect(errors).toMatchObject(error === undefined ? [] : [{ message: error }])
          expect(textOf(last, 'text')).toBe(expectedText(parts, 'text'))
          expect(textOf(last, 'reasoning')).toBe(expectedText(parts, 'reasoning'))
          expect(sourcesOf(last)).toEqual(sourcesIn(parts))
          const toolStates =
            last?.parts.filter((part) => part.type.startsWith('tool-')).map((part) => part.state) ?? []
          expect(toolStates).toEqual(toolStatesIn(parts))
        }),
      )
    },
  )
})

function sourcesIn(parts: readonly AnswerPart[]) {
  return parts.filter((part) => part.type === 'source').map(({ url, title }) => ({ url, title }))
}

function sourcesOf(message: UiMessageView | undefined) {
  const sources = message?.parts.filter((part) => part.type === 'source-url') ?? []
  return sources.map(({ url, title }) => ({ url, title }))
}

function sourcesOf4(message: ChatMessageView | undefined) {
  const annotations = (message?.annotations ?? []) as {
    type: string
    source?: { url: string; title?: string }
  }[]
  return annotations.flatMap(({ type, source }) =>
    type === 'source' && source !== undefined ? [{ url: source.url, title: source.title }] : [],
  )
}

function orderOf(parts: readonly AnswerPart[]): string[] {
  return parts.flatMap((part) => {
    if (part.type === 'step-start') return ['step']
    if (part.type === 'tool-call') return [`call ${part.toolCallId}`]
    return part.type === 'tool-result' || part.type === 'tool-error' ? [`result ${part.toolCallId}`] : []
  })
}

function toolStatesIn(parts: readonly AnswerPart[]): string[] {
  const states = new Map<string, string>()
  for (const part of parts) {
    if (part.type === 'tool-call') states.set(part.toolCallId, 'input-available')
    if (part.type === 'tool-result') states.set(part.toolCallId, 'output-available')
    if (part.type === 'tool-error') states.set(part.toolCallId, 'output-error')
  }
  return [...states.values()]
}
