import { setTimeout as sleep } from 'node:timers/promises'
import type { ResolvedModel } from '@docent/core/plugin'
import { scriptedModel } from '@docent/testing'

type LanguageModel = ResolvedModel['model']
type Part =
  Awaited<ReturnType<LanguageModel['doStream']>>['stream'] extends ReadableStream<infer Each> ? Each : never
type Parts = (call: number, signal: AbortSignal) => Iterable<Part> | AsyncIterable<Part>

export interface HostileModel {
  /** What the model does, as the name of a test. */
  does: string
  /** The limit that ends it, as its message names it; absent when the answer ends by itself. */
  limit?: string
  parts: Parts
}

const usage = (input: unknown = 10, output: unknown = 10) =>
  ({
    inputTokens: { total: input, noCache: input, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: output, text: output, reasoning: 0 },
  }) as Extract<Part, { type: 'finish' }>['usage']
const finish = (unified: unknown, counted = usage()): Part =>
  ({ type: 'finish', finishReason: { unified, raw: 'raw' }, usage: counted }) as Part
const text = (delta: string, id = '1'): Part => ({ type: 'text-delta', id, delta })
const call = (id: string, input = '{"query":"keys"}', toolName = 'search'): Part => ({
  type: 'tool-call',
  toolCallId: id,
  toolName,
  input,
})

function* forEver(part: (n: number) => Part): Generator<Part> {
  for (let n = 0; ; n++) yield part(n)
}

/** One for each way in which a model could go on, or hold an answer, for ever. */
export const HOSTILE_MODELS: readonly HostileModel[] = [
  {
    does: 'calls a tool in every step, also where none is offered',
    limit: '3 steps',
    parts: (n) => [text(`Step ${n}. `), call(`c${n}`), finish('tool-calls')],
  },
  {
    does: 'calls tools that do not exist, and writes nothing',
    limit: '3 steps',
    parts: (n) => [call(`c${n}`, '{}', 'launch'), finish('tool-calls')],
  },
  {
    does: 'calls a hundred tools in one reply, again and again',
    limit: '10 tool calls',
    parts: (n) => [...Array.from({ length: 100 }, (_, i) => call(`c${n}-${i}`)), finish('tool-calls')],
  },
  { does: 'writes text for ever', limit: '500 output tokens', parts: () => forEver(() => text('word ')) },
  {
    does: 'writes one endless word in one delta',
    limit: '500 output tokens',
    parts: () => [text('x'.repeat(20_000_000)), finish('stop')],
  },
  {
    does: 'reasons for ever',
    limit: '500 output tokens',
    parts: () => forEver(() => ({ type: 'reasoning-delta', id: 'r', delta: 'Hm. ' })),
  },
  {
    does: 'sends empty deltas for ever',
    limit: '20000 bytes of output',
    parts: () => forEver(() => text('')),
  },
  {
    does: 'begins a new block of reasoning for ever',
    limit: '20000 bytes of output',
    parts: () => forEver((n) => ({ type: 'reasoning-start', id: `r${n}` })),
  },
  {
    does: 'begins a new block of text with each letter',
    limit: '500 output tokens',
    parts: () => forEver((n) => text('x', `t${n}`)),
  },
  {
    does: 'sends raw parts for ever',
    limit: '20000 bytes of output',
    parts: () => forEver(() => ({ type: 'raw', rawValue: {} })),
  },
  {
    does: 'writes the input of a tool for ever',
    limit: '500 output tokens',
    parts: () => forEver(() => ({ type: 'tool-input-delta', id: 'c', delta: '{"a":[' })),
  },
  {
    does: 'sends a huge input of a tool at once',
    limit: '500 output tokens',
    parts: () => [call('c', JSON.stringify({ query: 'x'.repeat(10_000_000) })), finish('tool-calls')],
  },
  {
    does: 'signs its reasoning with a book',
    limit: '500 output tokens',
    parts: () => [
      { type: 'reasoning-end', id: 'r', providerMetadata: { p: { signature: 'x'.repeat(1_000_000) } } },
      text('Done.'),
      finish('stop'),
    ],
  },
  {
    does: 'never finishes its stream',
    limit: '3 seconds',
    parts: async function* (_, signal) {
      yield text('Wait. ')
      await sleep(600_000, undefined, { signal })
    },
  },
  {
    does: 'sends an empty delta now and then',
    limit: '3 seconds',
    parts: async function* (_, signal) {
      for (;;) {
        yield text('')
        await sleep(50, undefined, { signal })
      }
    },
  },
  {
    does: 'says that it used no tokens',
    limit: '3 steps',
    parts: (n) => [
      text('y'.repeat(500)),
      call(`c${n}`),
      finish('tool-calls', { inputTokens: {}, outputTokens: {} } as ReturnType<typeof usage>),
    ],
  },
  {
    does: 'says that it used more tokens than there are',
    limit: '3 steps',
    parts: (n) => [call(`c${n}`), finish('tool-calls', usage(1e300, Number.NaN))],
  },
  {
    does: 'uses up the tokens',
    limit: '50000 tokens',
    parts: (n) => [call(`c${n}`), finish('tool-calls', usage(60_000, 100))],
  },
  {
    does: 'uses up the money',
    limit: '0.5 US dollars',
    parts: (n) => [call(`c${n}`), finish('tool-calls', usage(20_000, 8_000))],
  },
  {
    does: 'goes on after its end',
    parts: async function* () {
      yield text('Done.')
      yield finish('stop')
      yield* forEver(() => text('more '))
    },
  },
  {
    does: 'uses one id for all its tool calls',
    parts: (n) =>
      n > 1 ? [text('Done.'), finish('stop')] : [call('c'), call('c'), call(''), finish('tool-calls')],
  },
  {
    does: 'nests the input of a tool deeper than can be written again',
    parts: (n) =>
      n > 0
        ? [text('Done.'), finish('stop')]
        : [call('c', `{"query":${'['.repeat(1_000)}${']'.repeat(1_000)}}`), finish('tool-calls')],
  },
  {
    does: 'ends for a reason that there is not, with usage of no shape',
    parts: () => [text('Done.'), finish('bored', 'much' as unknown as ReturnType<typeof usage>)],
  },
]

/** A model that answers each call with what the hostile one sends, as fast as it is read. */
export function hostileModel({ parts }: HostileModel): LanguageModel & { readonly count: number } {
  let count = 0
  return {
    ...scriptedModel([]),
    specificationVersion: 'v4',
    provider: 'hostile',
    modelId: 'model',
    supportedUrls: {},
    get count() {
      return count
    },
    doGenerate: () => Promise.reject(new Error('not asked for')),
    doStream: async ({ abortSignal }) => {
      const controller = new AbortController()
      const signal = AbortSignal.any([controller.signal, ...(abortSignal ? [abortSignal] : [])])
      const made = parts(count++, signal)
      const all = Symbol.asyncIterator in made ? made[Symbol.asyncIterator]() : made[Symbol.iterator]()
      const stream = new ReadableStream<Part>(
        {
          async pull(reader) {
            const { done, value } = await all.next()
            if (done) reader.close()
            else reader.enqueue(value)
          },
          cancel: () => controller.abort(),
        },
        { highWaterMark: 0 },
      )
      return { stream }
    },
  }
}
