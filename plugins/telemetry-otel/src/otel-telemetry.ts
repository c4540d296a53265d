import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Attributes,
  type CounterName,
  DocentError,
  type GaugeName,
  type Health,
  type HistogramName,
  type Reading,
  type Span,
  type SpanOptions,
  type Telemetry,
  type TraceContext,
} from '@docent/core/plugin'
import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { parseTraceParent } from '@opentelemetry/core'
import type { MetricsServer } from './metrics-server.ts'
import type { OtelTelemetryOptions } from './otel-telemetry-options.ts'
import type { Sdk } from './sdk.ts'

const KINDS = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
} as const

/**
 * Telemetry by the SDK of OpenTelemetry. It registers nothing globally, so that two servers in one process, or a
 * program around Docent that has an SDK of its own, don't disturb each other.
 *
 * @example
 * const telemetry = new OtelTelemetry({ serviceName: 'docent', otlp: { endpoint: 'http://collector:4318', headers: {}, sampleRatio: 1, metricsEveryMs: 60_000 }, prometheus: false, withContent: false, logger })
 * await telemetry.start()
 * await telemetry.trace('work', {}, async (span) => span.set({ 'docent.job.id': 'job_1' }))
 * await telemetry.stop(AbortSignal.timeout(5_000))
 */
export class OtelTelemetry implements Telemetry {
  readonly isOn = true
  readonly withContent: boolean
  readonly #options: OtelTelemetryOptions
  readonly #running = new AsyncLocalStorage<Context>()
  #sdk: Sdk | undefined
  #server: MetricsServer | undefined

  constructor(options: OtelTelemetryOptions) {
    this.#options = options
    this.withContent = options.withContent
  }

  /** @throws DocentError `configuration` when /metrics cannot listen, or would be open to others without a token. */
  async start(): Promise<void> {
    const { prometheus, logger } = this.#options
    // Loading it costs some fifty milliseconds of a start.
    const [{ openSdk }, { MetricsServer }] = await Promise.all([
      import('./sdk.ts'),
      import('./metrics-server.ts'),
    ])
    this.#sdk = openSdk(this.#options)
    if (prometheus === false) return
    this.#server = await MetricsServer.listen(prometheus, (req, res) => this.#sdk?.prometheus(req, res))
    logger.info({ url: this.#server.url }, 'metrics are served')
  }

  /** Exports what is there, at most until the signal aborts. */
  async stop(signal: AbortSignal): Promise<void> {
    const sdk = this.#sdk
    const server = this.#server
    this.#sdk = undefined
    this.#server = undefined
    await server?.close()
    if (!sdk) return
    const { promise: late, resolve } = Promise.withResolvers<void>()
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
    await Promise.race([sdk.close(), late])
  }

  /** Address of /metrics, when it is served. */
  get metricsUrl(): string | undefined {
    return this.#server?.url
  }

  health(): Health {
    const failure = this.#sdk?.exportFailure()
    return failure === undefined ? { ok: true } : { ok: false, isDegraded: true, message: failure }
  }

  async trace<Value>(
    name: string,
    { kind = 'internal', attributes = {}, parent }: SpanOptions,
    work: (span: Span) => Promise<Value>,
  ): Promise<Value> {
    const sdk = this.#sdk
    if (!sdk) return work({ set() {}, event() {}, fail() {} })
    const outer = contextOf(parent) ?? this.#running.getStore() ?? ROOT_CONTEXT
    const span = sdk.tracer.startSpan(name, { kind: KINDS[kind], attributes: { ...attributes } }, outer)
    let failed = false
    const fail = (type: string) => {
      failed = true
      span.setAttribute('error.type', type)
      span.setStatus({ code: SpanStatusCode.ERROR })
    }
    const set = (more: Attributes) => void span.setAttributes({ ...more })
    const event = (named: string, about: Attributes) => void span.addEvent(named, { ...about })
    try {
      return await this.#running.run(trace.setSpan(outer, span), () => work({ set, event, fail }))
    } catch (error) {
      // Its message may hold what somebody wrote: the code says enough, and the log has the rest.
      if (!failed) fail(DocentError.is(error) ? error.code : 'error')
      throw error
    } finally {
      span.end()
    }
  }

  current(): TraceContext | undefined {
    const context = this.#running.getStore()
    const span = context && trace.getSpanContext(context)
    if (!span) return undefined
    const { traceId, spanId, traceFlags } = span
    const flags = traceFlags.toString(16).padStart(2, '0')
    return { traceId, spanId, traceparent: `00-${traceId}-${spanId}-${flags}` }
  }

  add(metric: CounterName, value: number, attributes: Attributes = {}): void {
    this.#sdk?.counters[metric].add(value, { ...attributes })
  }

  record(metric: HistogramName, value: number, attributes: Attributes = {}): void {
    this.#sdk?.histograms[metric].record(value, { ...attributes })
  }

  observe(metric: GaugeName, read: () => readonly Reading[] | Promise<readonly Reading[]>): void {
    this.#sdk?.observed[metric].addCallback(async (result) => {
      try {
        for (const { value, attributes = {} } of await read()) result.observe(value, { ...attributes })
      } catch (error) {
        this.#options.logger.debug({ err: error, metric }, 'a metric could not be read')
      }
    })
  }
}

function contextOf(traceparent: string | undefined): Context | undefined {
  const parent = traceparent === undefined ? null : parseTraceParent(traceparent)
  return parent ? trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true }) : undefined
}
