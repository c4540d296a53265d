import type { Logger } from '@docent/core/plugin'

export interface OtelTelemetryOptions {
  serviceName: string
  otlp: {
    /** Without an address, the plugin exports nothing. */
    endpoint: string | undefined
    headers: Readonly<Record<string, string>>
    sampleRatio: number
    metricsEveryMs: number
  }
  prometheus: false | { host: string; port: number; token: string | undefined }
  withContent: boolean
  logger: Logger
}
