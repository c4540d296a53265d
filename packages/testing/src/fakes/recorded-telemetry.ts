import { AsyncLocalStorage } from 'node:async_hooks'
import type { MetricName } from '@docent/core'
import type {
  Attributes,
  GaugeName,
  Reading,
  Span,
  SpanOptions,
  Telemetry,
  TraceContext,
} from '@docent/core/plugin'

export interface RecordedSpan {
  readonly name: string
  readonly kind: NonNullable<SpanOptions['kind']>
  readonly context: TraceContext
  /** Id of the span around it, here or in another process. */
  readonly parentId: string | undefined
  readonly attributes: Record<string, unknown>
  readonly events: { name: string; attributes: Record<string, unknown> }[]
  /** What it failed with. */
  error: string | undefined
  isEnded: boolean
}

/** Keeps every span and every value, for tests of what is traced and measured. */
export class RecordedTelemetry implements Telemetry {
  readonly isOn = true
  readonly withContent: boolean
  /** In the order in which they began. */
  readonly spans: RecordedSpan[] = []
  readonly values: { metric: MetricName; value: number; attributes: Attributes }[] = []
  readonly #gauges = new Map<GaugeName, () => readonly Reading[] | Promise<readonly Reading[]>>()
  readonly #running = new AsyncLocalStorage<TraceContext>()

  constructor({ withContent = false }: { withContent?: boolean } = {}) {
    this.withContent = withContent
  }

  async trace<Value>(
    name: string,
    { kind = 'internal', attributes = {}, parent }: SpanOptions,
    work: (span: Span) => Promise<Value>,
  ): Promise<Value> {
    const [, parentTrace, parentSpan] = parent?.split('-') ?? []
    const outer = this.#running.getStore()
    const spanId = (this.spans.length + 1).toString(16).padStart(16, '0')
    const traceId = parentTrace ?? outer?.traceId ?? spanId.padStart(32, '0')
    const context = { traceId, spanId, traceparent: `00-${traceId}-${spanId}-01` }
    const span: RecordedSpan = {
      name,
      kind,
      context,
      parentId: parentSpan ?? outer?.spanId,
      attributes: withoutUndefined(attributes),
      events: [],
      error: undefined,
      isEnded: false,
    }
    this.spans.push(span)
    const handle: Span = {
      set: (more) => void Object.assign(span.attributes, withoutUndefined(more)),
      event: (named, about) => void span.events.push({ name: named, attributes: withoutUndefined(about) }),
      fail: (type) => {
        span.error = type
      },
    }
    try {
      return await this.#running.run(context, () => work(handle))
    } catch (error) {
      span.error ??= error instanceof Error && 'code' in error ? String(error.code) : 'error'
      throw error
    } finally {
      span.isEnded = true
    }
  }

  current(): TraceContext | undefined {
    return this.#running.getStore()
  }

  add(metric: MetricName, value: number, attributes: Attributes = {}): void {
    this.values.push({ metric, value, attributes: withoutUndefined(attributes) as Attributes })
  }

  record(metric: MetricName, value: number, attributes: Attributes = {}): void {
    this.add(metric, value, attributes)
  }

  observe(metric: GaugeName, read: () => readonly Reading[] | Promise<readonly Reading[]>): void {
    this.#gauges.set(metric, read)
  }

  /** What a gauge says now. */
  async read(metric: GaugeName): Promise<readonly Reading[]> {
    return (await this.#gauges.get(metric)?.()) ?? []
  }
}

function withoutUndefined(attributes: Attributes): Record<string, unknown> {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined))
}
