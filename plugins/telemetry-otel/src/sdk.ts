import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  type CounterName,
  type GaugeName,
  type HistogramName,
  METRICS,
  type MetricDefinition,
} from '@docent/core/plugin'
import type { Counter, Histogram, Meter, Observable, Tracer } from '@opentelemetry/api'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import { type IMetricReader, MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { ExportWatch } from './export-watch.ts'
import type { OtelTelemetryOptions } from './otel-telemetry-options.ts'

/** The open SDK with an instrument for every metric of Docent. */
export interface Sdk {
  readonly tracer: Tracer
  readonly counters: Readonly<Record<CounterName, Counter>>
  readonly histograms: Readonly<Record<HistogramName, Histogram>>
  readonly observed: Readonly<Record<GaugeName, Observable>>
  /** Writes all metrics in the text format of Prometheus. */
  prometheus(req: IncomingMessage, res: ServerResponse): void
  /** Why the last export failed; undefined when it did not. */
  exportFailure(): string | undefined
  close(): Promise<void>
}

const EXPORT_MS = 10_000

export function openSdk({ serviceName, otlp, logger }: OtelTelemetryOptions): Sdk {
  const resource = defaultResource().merge(resourceFromAttributes({ 'service.name': serviceName }))
  const watch = new ExportWatch(otlp.endpoint, logger)
  const exporting = (path: string) => ({
    url: `${otlp.endpoint?.replace(/(?<!\/)\/+$/, '')}${path}`,
    headers: { ...otlp.headers },
    timeoutMillis: EXPORT_MS,
  })
  // A trace that another service began is sampled by the same ratio of its id: nobody outside decides how much is exported.
  const sampler = new TraceIdRatioBasedSampler(otlp.sampleRatio)
  const tracers = new TracerProvider({
    resource,
    sampler: new ParentBasedSampler({
      root: sampler,
      remoteParentSampled: sampler,
      remoteParentNotSampled: sampler,
    }),
    spanProcessors: otlp.endpoint
      ? [new BatchSpanProcessor({ exporter: watch.exporter(new OTLPTraceExporter(exporting('/v1/traces'))) })]
      : [],
  })
  const prometheus = new PrometheusExporter({ preventServerStart: true, withoutScopeInfo: true })
  const readers: IMetricReader[] = [prometheus]
  if (otlp.endpoint && otlp.metricsEveryMs > 0) {
    readers.push(
      new PeriodicExportingMetricReader({
        exporter: watch.exporter(new OTLPMetricExporter(exporting('/v1/metrics'))),
        exportIntervalMillis: otlp.metricsEveryMs,
        exportTimeoutMillis: Math.min(EXPORT_MS, otlp.metricsEveryMs),
      }),
    )
  }
  const meters = new MeterProvider({ resource, readers })
  const meter = meters.getMeter('docent')
  return {
    tracer: tracers.getTracer('docent'),
    counters: instruments(['counter'], (name, options) => meter.createCounter(name, options)),
    histograms: instruments(['histogram'], (name, options) => meter.createHistogram(name, options)),
    observed: instruments(['gauge', 'total'], (name, options, kind) =>
      observable(meter, name, options, kind),
    ),
    prometheus: (req, res) => prometheus.getMetricsRequestHandler(req, res),
    exportFailure: () => watch.failure,
    async close() {
      await Promise.all([tracers.shutdown(), meters.shutdown()])
    },
  }
}

interface InstrumentOptions {
  unit: string
  description: string
  advice?: { explicitBucketBoundaries: number[] }
}

function observable(meter: Meter, name: string, options: InstrumentOptions, kind: MetricDefinition['kind']) {
  return kind === 'total'
    ? meter.createObservableCounter(name, options)
    : meter.createObservableGauge(name, options)
}

/** One instrument for every metric of these kinds. */
function instruments<Name extends string, Instrument>(
  kinds: readonly MetricDefinition['kind'][],
  create: (name: string, options: InstrumentOptions, kind: MetricDefinition['kind']) => Instrument,
): Readonly<Record<Name, Instrument>> {
  const made = Object.entries<MetricDefinition>(METRICS).flatMap(
    ([name, { kind, unit, description, buckets }]) => {
      if (!kinds.includes(kind)) return []
      const advice = buckets ? { advice: { explicitBucketBoundaries: [...buckets] } } : {}
      return [[name, create(name, { unit, description, ...advice }, kind)] as const]
    },
  )
  return Object.fromEntries(made) as Record<Name, Instrument>
}
