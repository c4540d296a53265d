import { telemetryContract } from '@docent/testing'
import { Collector, type OtlpValue } from '../test/collector.ts'
import { OtelTelemetry } from './otel-telemetry.ts'

const silent = () => {}
const logger = { debug: silent, info: silent, warn: silent, error: silent }

telemetryContract('otel', async () => {
  const collector = await Collector.listen()
  const telemetry = new OtelTelemetry({
    serviceName: 'contract',
    otlp: { endpoint: collector.url, headers: {}, sampleRatio: 1, metricsEveryMs: 0 },
    prometheus: false,
    withContent: false,
    logger,
  })
  await telemetry.start()
  const stop = () => telemetry.stop(AbortSignal.timeout(60_000))
  return {
    telemetry,
    async finished() {
      await stop()
      return collector.spans.map(({ name, traceId, spanId, parentSpanId, attributes }) => {
        const { 'error.type': error, ...others } = Object.fromEntries(
          attributes.map(({ key, value }) => [key, plain(value)]),
        )
        return {
          name,
          traceId,
          spanId,
          parentId: parentSpanId || undefined,
          attributes: others,
          error: error === undefined ? undefined : String(error),
        }
      })
    },
    async close() {
      await stop()
      await collector.close()
    },
  }
})

function plain({ stringValue, intValue, doubleValue, boolValue, arrayValue }: OtlpValue): unknown {
  return stringValue ?? intValue ?? doubleValue ?? boolValue ?? arrayValue?.values.map(plain)
}
