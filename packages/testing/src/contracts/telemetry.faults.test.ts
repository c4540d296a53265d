import type { Span, SpanOptions, Telemetry } from '@docent/core/plugin'
import { describe, expect, test } from 'vitest'
import { RecordedTelemetry } from '../fakes/recorded-telemetry.ts'
import { failingCases } from './contract-case.ts'
import { type TelemetryContext, telemetryCases, telemetryContract } from './telemetry.ts'

type Trace = Telemetry['trace']

function contextOf(telemetry: RecordedTelemetry = new RecordedTelemetry()): TelemetryContext {
  return {
    telemetry,
    finished: async () =>
      telemetry.spans
        .filter(({ isEnded }) => isEnded)
        .map(({ name, context: { traceId, spanId }, parentId, attributes, error }) => ({
          name,
          traceId,
          spanId,
          parentId,
          attributes,
          error,
        })),
  }
}

telemetryContract('recorded', () => contextOf())

/** A telemetry whose `trace` is another one. */
function broken(change: (trace: Trace) => Trace, fault: Partial<RecordedTelemetry> = {}): TelemetryContext {
  const telemetry = new RecordedTelemetry()
  const trace = telemetry.trace.bind(telemetry) as Trace
  return contextOf(Object.assign(telemetry, { trace: change(trace) }, fault))
}

type Work<Value> = (span: Span) => Promise<Value>
const asking =
  (ask: (options: SpanOptions) => SpanOptions) =>
  (trace: Trace): Trace =>
  (name, options, work) =>
    trace(name, ask(options), work)

const FAULTS: readonly { fault: string; sentence: RegExp; make: () => TelemetryContext }[] = [
  {
    fault: 'swallows what the work rejects with',
    sentence: /rejects with/,
    make: () =>
      broken((trace) => (name, options, work) => trace(name, options, work).catch(() => undefined as never)),
  },
  {
    fault: 'knows no work around other work',
    sentence: /below it/,
    make: () => {
      const one = () => new RecordedTelemetry()
      return broken((trace) => (name, options, work) => {
        const fresh = one()
        return name === 'left inner' ? fresh.trace(name, options, work) : trace(name, options, work)
      })
    },
  },
  {
    fault: 'joins no trace',
    sentence: /joins the trace/,
    make: () => broken(asking(({ parent: _, ...options }) => options)),
  },
  {
    fault: 'joins one trace for ever',
    sentence: /trace of its own/,
    make: () =>
      broken(asking((options) => ({ parent: `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`, ...options }))),
  },
  {
    fault: 'hands on another trace',
    sentence: /hands the trace on/,
    make: () =>
      broken((trace) => trace, {
        current: () => ({
          traceId: 'a',
          spanId: 'b',
          traceparent: `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`,
        }),
      }),
  },
  {
    fault: 'drops attributes that are set later',
    sentence: /set later/,
    make: () =>
      broken(
        (trace) =>
          <Value>(name: string, options: SpanOptions, work: Work<Value>) =>
            trace(name, options, (span) => work({ ...span, set() {} })),
      ),
  },
  {
    fault: 'drops what the work says of its failure',
    sentence: /marks work as failed/,
    make: () =>
      broken(
        (trace) =>
          <Value>(name: string, options: SpanOptions, work: Work<Value>) =>
            trace(name, options, (span) => work({ ...span, fail() {} })),
      ),
  },
  {
    fault: 'throws at a counter',
    sentence: /without throwing/,
    make: () =>
      broken((trace) => trace, {
        add: () => {
          throw new Error('no')
        },
      }),
  },
]

describe('Telemetry contract', () => {
  test.each(FAULTS)('catches a telemetry that $fault', async ({ sentence, make }) => {
    expect((await failingCases(telemetryCases, make)).join('\n')).toMatch(sentence)
  })
})
