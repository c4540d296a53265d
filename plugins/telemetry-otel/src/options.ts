import { z } from 'zod'

const address = z.string().regex(/^https?:\/\/[^/\s]+/, 'must be an address like http://collector:4318')

/** Options of the plugin, as written in docent.config.ts. */
export const OtelOptions = z.strictObject({
  serviceName: z
    .string()
    .min(1)
    .optional()
    .describe('Name of the service in traces and metrics. Default: OTEL_SERVICE_NAME, or docent.'),
  otlp: z
    .strictObject({
      endpoint: address
        .optional()
        .describe('Address of the collector, without /v1/traces. Default: OTEL_EXPORTER_OTLP_ENDPOINT.'),
      headers: z.record(z.string(), z.string()).default({}).describe('Headers to send with every export.'),
      sampleRatio: z.number().min(0).max(1).default(1).describe('Share of traces to export, 0 to 1.'),
      metricsEveryMs: z
        .int()
        .min(0)
        .max(3_600_000)
        .default(60_000)
        .describe('Pause between two exports of metrics, ms. 0 exports no metrics.'),
    })
    .prefault({})
    .describe('Export over OTLP/HTTP. Without an endpoint, Docent exports nothing.'),
  prometheus: z
    .union([
      z.literal(false),
      z.strictObject({
        host: z
          .string()
          .min(1)
          .default('127.0.0.1')
          .describe(
            'Address that /metrics listens on. If other machines can reach it, you must set a token.',
          ),
        port: z
          .int()
          .min(0)
          .max(65_535)
          .optional()
          .describe('Port of /metrics. 0 uses a free port. Default: DOCENT_METRICS_PORT, or 9464.'),
        token: z
          .string()
          .min(16)
          .optional()
          .describe('Bearer token that requests to /metrics must send. Default: DOCENT_METRICS_TOKEN.'),
      }),
    ])
    .prefault({})
    .describe('Provides /metrics for Prometheus on a separate port. false turns it off.'),
  content: z
    .boolean()
    .default(false)
    .describe('Includes prompts, answers, and tool inputs in traces. They contain what your readers write.'),
})
export type OtelOptions = z.output<typeof OtelOptions>
