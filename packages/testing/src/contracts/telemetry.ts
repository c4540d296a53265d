import { DocentError, type Telemetry } from '@docent/core/plugin'
import { expect } from 'vitest'
import { type ContractCase, type ContractContext, contractSuite } from './contract-case.ts'

/** A span as it left the adapter. */
export interface FinishedSpan {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  /** Undefined for the first of a trace. */
  readonly parentId: string | undefined
  readonly attributes: Readonly<Record<string, unknown>>
  /** The `error.type`, of work that failed. */
  readonly error: string | undefined
}

export interface TelemetryContext extends ContractContext {
  readonly telemetry: Telemetry
  /** Every span that has ended, in any order. */
  finished(): Promise<readonly FinishedSpan[]>
}

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const PARENT = 'b7ad6b7169203331'
const TRACEPARENT = `00-${TRACE}-${PARENT}-01`

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

async function spanOf(context: TelemetryContext, name: string): Promise<FinishedSpan> {
  const found = (await context.finished()).filter((span) => span.name === name)
  expect(found, name).toHaveLength(1)
  return found[0] as FinishedSpan
}

export const telemetryCases: readonly ContractCase<TelemetryContext>[] = [
  {
    name: 'answers what the work answers, and rejects with what it rejects with',
    async run({ telemetry }) {
      expect(await telemetry.trace('a', {}, async () => 7)).toBe(7)
      const reason = new Error('no')
      await expect(telemetry.trace('b', {}, () => Promise.reject(reason))).rejects.toBe(reason)
    },
  },
  {
    name: 'puts work that begins within other work below it, also after a wait and side by side',
    async run(context) {
      const { telemetry } = context
      await telemetry.trace('outer', {}, async () => {
        await nextTurn()
        await Promise.all(
          ['left', 'right'].map((name) =>
            telemetry.trace(name, {}, async () => {
              await nextTurn()
              await telemetry.trace(`${name} inner`, {}, nextTurn)
            }),
          ),
        )
      })
      const outer = await spanOf(context, 'outer')
      expect(outer.parentId).toBeUndefined()
      for (const name of ['left', 'right']) {
        const span = await spanOf(context, name)
        expect(span).toMatchObject({ parentId: outer.spanId, traceId: outer.traceId })
        expect(await spanOf(context, `${name} inner`)).toMatchObject({ parentId: span.spanId })
      }
    },
  },
  {
    name: 'begins a trace of its own where nothing runs',
    async run(context) {
      const { telemetry } = context
      await telemetry.trace('one', {}, nextTurn)
      await telemetry.trace('other', {}, nextTurn)
      const [one, other] = [await spanOf(context, 'one'), await spanOf(context, 'other')]
      expect(one.parentId).toBeUndefined()
      expect(one.traceId).not.toBe(other.traceId)
      expect(telemetry.current()).toBeUndefined()
    },
  },
  {
    name: 'joins the trace of a traceparent, also within other work, and ignores what is none',
    async run(context) {
      const { telemetry } = context
      await telemetry.trace('around', {}, () => telemetry.trace('joined', { parent: TRACEPARENT }, nextTurn))
      await telemetry.trace('odd', { parent: 'not a traceparent' }, nextTurn)
      expect(await spanOf(context, 'joined')).toMatchObject({ traceId: TRACE, parentId: PARENT })
      expect((await spanOf(context, 'odd')).traceId).toMatch(/^(?!0+$)[0-9a-f]{32}$/)
    },
  },
  {
    name: 'hands the trace on: what it says runs now is what another process joins',
    async run(context) {
      const { telemetry } = context
      const current = await telemetry.trace('here', {}, async () => {
        await nextTurn()
        return telemetry.current()
      })
      await telemetry.trace('there', { parent: current?.traceparent }, nextTurn)
      const here = await spanOf(context, 'here')
      expect(current).toMatchObject({ traceId: here.traceId, spanId: here.spanId })
      expect(await spanOf(context, 'there')).toMatchObject({ traceId: here.traceId, parentId: here.spanId })
    },
  },
  {
    name: 'keeps attributes, those that are set later as well, and leaves out undefined ones',
    async run(context) {
      const attributes = { 'a.text': 'x', 'a.number': 1, 'a.list': ['p', 'q'], 'a.none': undefined }
      await context.telemetry.trace('a', { attributes }, async (span) => {
        span.set({ 'b.flag': true, 'a.number': 2, 'b.none': undefined })
      })
      expect((await spanOf(context, 'a')).attributes).toEqual({
        'a.text': 'x',
        'a.number': 2,
        'a.list': ['p', 'q'],
        'b.flag': true,
      })
    },
  },
  {
    name: 'marks work as failed by the code of its error or by what it says, never by the words of an error',
    async run(context) {
      const { telemetry } = context
      const words = 'what a reader wrote'
      const coded = () => Promise.reject(new DocentError('model_failed', words))
      await telemetry.trace('coded', {}, coded).catch(() => undefined)
      await telemetry.trace('plain', {}, () => Promise.reject(new Error(words))).catch(() => undefined)
      await telemetry.trace('said', {}, async (span) => span.fail('tool_error'))
      await telemetry.trace('fine', {}, nextTurn)
      expect((await spanOf(context, 'coded')).error).toBe('model_failed')
      expect((await spanOf(context, 'plain')).error).toBeDefined()
      expect((await spanOf(context, 'said')).error).toBe('tool_error')
      expect((await spanOf(context, 'fine')).error).toBeUndefined()
      expect(JSON.stringify(await context.finished())).not.toContain(words)
    },
  },
  {
    name: 'takes every kind of value without throwing, also a reading that fails',
    async run({ telemetry }) {
      telemetry.add('docent.answers', 1)
      telemetry.add('docent.answers', 2, { outcome: 'answered', none: undefined })
      telemetry.record('docent.search.duration', 0.1, { 'docent.project.id': 'docs' })
      telemetry.observe('docent.job.queue', () => Promise.reject(new Error('gone')))
      telemetry.observe('docent.streams.active', () => [{ value: 1 }])
    },
  },
]

/** Registers the tests that every Telemetry must pass. */
export const telemetryContract: ReturnType<typeof contractSuite<TelemetryContext>> = contractSuite(
  'Telemetry',
  telemetryCases,
)
