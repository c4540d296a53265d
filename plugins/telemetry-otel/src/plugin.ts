import { DocentError, definePlugin, Telemetry } from '@docent/core/plugin'
import { OtelOptions } from './options.ts'
import { OtelTelemetry } from './otel-telemetry.ts'

/**
 * Traces and metrics by OpenTelemetry, and `/metrics` for Prometheus.
 *
 * @example
 * export default defineConfig({ plugins: [otel({ otlp: { endpoint: 'http://collector:4318' } })] })
 */
export const otel = definePlugin({
  name: 'telemetry-otel',
  options: OtelOptions,
  setup: ({ serviceName, otlp, prometheus, content }, { env, logger, ...host }) => {
    const telemetry = new OtelTelemetry({
      serviceName: serviceName ?? env.OTEL_SERVICE_NAME ?? 'docent',
      otlp: { ...otlp, endpoint: otlp.endpoint ?? env.OTEL_EXPORTER_OTLP_ENDPOINT },
      prometheus: prometheus && {
        host: prometheus.host,
        port: prometheus.port ?? portOf(env.DOCENT_METRICS_PORT),
        token: prometheus.token ?? env.DOCENT_METRICS_TOKEN,
      },
      withContent: content,
      logger,
    })
    host.provide<Telemetry>(Telemetry, telemetry)
    host.onStart(() => telemetry.start())
    host.onStop((signal) => telemetry.stop(signal))
    host.onHealth(() => telemetry.health())
  },
})

function portOf(text = '9464'): number {
  const port = Number(text)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new DocentError('configuration', `DOCENT_METRICS_PORT is "${text}": use a number from 0 to 65535.`)
}
