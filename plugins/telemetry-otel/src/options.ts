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
      headers: z.record(z.string(), z.string()).default({}).describe('Sent with every export.'),
      sampleRatio: z.number().min(0).max(1).default(1).describe('Share of traces that are exported, 0 to 1.'),
      metricsEveryMs: z
        .int()
        .min(0)
        .max(3_600_000)
        .default(60_000)
        .describe('Pause between two exports of metrics, ms; 0 exports none.'),
    })
    .prefault({})
    .describe('Export over OTLP/HTTP. Nothing is exported without an endpoint.'),
  prometheus: z
    .union([
      z.literal(false),
      z.strictObject({
        host: z
          .string()
          .min(1)
          .default('127.0.0.1')
          .describe('Address that /metrics listens on. One that others reach needs a token.'),
        port: z
          .int()
          .min(0)
          .max(65_535)
          .optional()
          .describe('Its port; 0 takes a free one. Default: DOCENT_METRICS_PORT, or 9464.'),
        token: z
          .string()
          .min(16)
          .optional()
          .describe('Bearer token that a request of /metrics must show. Default: DOCENT_METRICS_TOKEN.'),
      }),
    ])
    .prefault({})
    .describe('Serves /metrics for Prometheus on a port of its own; false turns it off.'),
  content: z
    .boolean()
    .default(false)
    .describe('Puts prompts, answers and inputs of tools into traces. They hold what your readers write.'),
})
export type OtelOptions = z.output<typeof OtelOptions>
