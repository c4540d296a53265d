import { execFileSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DocentError, METRICS } from '@docent/core/plugin'
import { PROMTOOL } from '@docent/simulators/services'
import { needs } from '@docent/testing'
import {
  METRIC_GEN_AI_CLIENT_OPERATION_DURATION,
  METRIC_GEN_AI_CLIENT_OPERATION_TIME_TO_FIRST_CHUNK,
  METRIC_GEN_AI_CLIENT_TOKEN_USAGE,
} from '@opentelemetry/semantic-conventions/incubating'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Collector } from '../test/collector.ts'
import { OtelTelemetry } from './otel-telemetry.ts'
import type { OtelTelemetryOptions } from './otel-telemetry-options.ts'

const silent = () => {}
const logger = { debug: silent, info: silent, warn: vi.fn(), error: silent }
const LOCAL = { host: '127.0.0.1', port: 0, token: undefined }
const TRACEPARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

let collector: Collector
const started: OtelTelemetry[] = []
beforeEach(async () => {
  logger.warn.mockClear()
  collector = await Collector.listen()
})
afterEach(async () => {
  for (const telemetry of started.splice(0)) await telemetry.stop(AbortSignal.timeout(10_000))
  await collector.close()
})

async function start(
  changes: Partial<OtelTelemetryOptions> = {},
  otlp: Partial<OtelTelemetryOptions['otlp']> = {},
) {
  const telemetry = new OtelTelemetry({
    serviceName: 'docent-test',
    otlp: { endpoint: collector.url, headers: {}, sampleRatio: 1, metricsEveryMs: 60_000, ...otlp },
    prometheus: false,
    withContent: false,
    logger,
    ...changes,
  })
  started.push(telemetry)
  await telemetry.start()
  return telemetry
}

const stop = (telemetry: OtelTelemetry) => telemetry.stop(AbortSignal.timeout(60_000))

const scrape = async (telemetry: OtelTelemetry, headers = {}) => {
  const reply = await fetch(telemetry.metricsUrl ?? '', { headers })
  return { status: reply.status, text: await reply.text() }
}

function useAll(telemetry: OtelTelemetry): void {
  for (const [name, { kind }] of Object.entries(METRICS)) {
    const metric = name as never
    if (kind === 'counter') telemetry.add(metric, 1, { outcome: 'completed' })
    else if (kind === 'histogram') telemetry.record(metric, 0.3, { 'http.route': '/a' })
    else telemetry.observe(metric, () => [{ value: 2, attributes: { part: 'store' } }])
  }
}

describe('OtelTelemetry', () => {
  test('exports spans within each other, with what failed, and joins the trace of a traceparent', async () => {
    const telemetry = await start({}, { headers: { 'x-team': 'docs' } })
    const failing = telemetry.trace('POST /a', { kind: 'server', parent: TRACEPARENT }, async (span) => {
      span.set({ 'http.response.status_code': 500, left_out: undefined })
      await telemetry.trace('chat m', { kind: 'client', attributes: { list: ['a', 'b'] } }, async () => {
        throw new DocentError('model_failed', 'Words of a reader.')
      })
    })
    await expect(failing).rejects.toMatchObject({ code: 'model_failed' })
    await stop(telemetry)
    const [chat, request] = collector.spans
    expect(request).toMatchObject({
      name: 'POST /a',
      kind: 2,
      traceId: TRACEPARENT.split('-')[1],
      parentSpanId: TRACEPARENT.split('-')[2],
      status: { code: 2 },
      attributes: [
        { key: 'http.response.status_code', value: { intValue: 500 } },
        { key: 'error.type', value: { stringValue: 'model_failed' } },
      ],
    })
    expect(chat).toMatchObject({ name: 'chat m', kind: 3, parentSpanId: request?.spanId })
    expect(JSON.stringify(collector.spans)).not.toContain('Words of a reader')
    expect([...collector.services]).toEqual(['docent-test'])
    expect(collector.headers[0]).toMatchObject({ 'x-team': 'docs' })
  })

  test('knows the trace of the work that runs, also where many run at once', async () => {
    const telemetry = await start()
    expect(telemetry.current()).toBeUndefined()
    const seen = await Promise.all(
      ['a', 'b', 'c'].map((name) =>
        telemetry.trace(name, {}, async () => {
          await new Promise((resolve) => setTimeout(resolve, 5))
          return telemetry.current()
        }),
      ),
    )
    expect(new Set(seen.map((context) => context?.traceId)).size).toBe(3)
    for (const context of seen)
      expect(context?.traceparent).toBe(`00-${context?.traceId}-${context?.spanId}-01`)
    const [first] = seen
    const joined = await telemetry.trace('later', { parent: first?.traceparent }, async () =>
      telemetry.current(),
    )
    expect(joined?.traceId).toBe(first?.traceId)
    const ignored = await telemetry.trace('odd', { parent: 'not-a-traceparent' }, async () =>
      telemetry.current(),
    )
    expect(ignored?.traceId).not.toBe(first?.traceId)
  })

  test('exports the share of traces that it is told, whoever began them', async () => {
    const telemetry = await start({}, { sampleRatio: 0 })
    await telemetry.trace('a', { parent: TRACEPARENT }, async () => undefined)
    await telemetry.trace('b', {}, async () => undefined)
    await stop(telemetry)
    expect(collector.spans).toEqual([])
  })

  test('exports every metric', async () => {
    const telemetry = await start()
    useAll(telemetry)
    await stop(telemetry)
    expect([...collector.metrics].toSorted()).toEqual(Object.keys(METRICS).toSorted())
  })

  test('serves every metric to Prometheus', async () => {
    const telemetry = await start({ prometheus: LOCAL }, { endpoint: undefined })
    useAll(telemetry)
    const { status, text } = await scrape(telemetry)
    expect(status).toBe(200)
    expect(text).toContain('docent_job_runs_total{outcome="completed"} 1')
    expect(text).toContain('http_server_request_duration_bucket{http_route="/a",le="0.5"} 1')
    expect(text).toContain('docent_part_ok{part="store"} 2')
    const names = new Set(text.match(/^# TYPE \S+/gm)?.map((line) => line.slice('# TYPE '.length)))
    for (const name of Object.keys(METRICS)) {
      const base = name.replaceAll('.', '_')
      expect(
        [...names].filter((each) => each.startsWith(base)),
        name,
      ).toHaveLength(1)
    }
  })

  test('serves every metric in a form that promtool accepts', needs(PROMTOOL), async () => {
    const telemetry = await start({ prometheus: LOCAL }, { endpoint: undefined })
    useAll(telemetry)
    const { text: input } = await scrape(telemetry)
    execFileSync('promtool', ['check', 'metrics'], { input, stdio: ['pipe', 'pipe', 'pipe'] })
  })

  test('leaves out a gauge that cannot be read, and keeps the others', async () => {
    const telemetry = await start({ prometheus: LOCAL }, { endpoint: undefined })
    telemetry.observe('docent.job.queue', () => Promise.reject(new Error('gone')))
    telemetry.observe('docent.streams.active', () => [{ value: 3 }])
    const { text } = await scrape(telemetry)
    expect(text).toContain('docent_streams_active 3')
    expect(text).not.toContain('docent_job_queue')
  })

  test('shows metrics only to whoever has the token, where there is one', async () => {
    const token = 'sixteen-characters'
    const telemetry = await start({ prometheus: { ...LOCAL, token } }, { endpoint: undefined })
    expect((await scrape(telemetry)).status).toBe(401)
    expect((await scrape(telemetry, { authorization: 'Bearer wrong' })).status).toBe(401)
    expect((await scrape(telemetry, { authorization: `Bearer ${token}` })).status).toBe(200)
    const other = telemetry.metricsUrl?.replace('/metrics', '/other') ?? ''
    expect((await fetch(other, { headers: { authorization: `Bearer ${token}` } })).status).toBe(404)
  })

  test('refuses to serve metrics to others without a token, and to take a port that is taken', async () => {
    const open = start({ prometheus: { host: '0.0.0.0', port: 0, token: undefined } })
    await expect(open).rejects.toMatchObject({
      code: 'configuration',
      message: expect.stringContaining('TOKEN'),
    })
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as AddressInfo
    await expect(start({ prometheus: { ...LOCAL, port } })).rejects.toMatchObject({
      code: 'configuration',
      message: expect.stringContaining(`127.0.0.1:${port}: another program listens there`),
    })
    other.close()
  })

  test('says in the log and in its health that exports fail, and goes on', async () => {
    collector.isDown = true
    const telemetry = await start({}, { metricsEveryMs: 50 })
    telemetry.add('docent.answers', 1)
    await vi.waitFor(() => expect(telemetry.health().ok).toBe(false))
    expect(telemetry.health()).toMatchObject({
      isDegraded: true,
      message: expect.stringContaining(collector.url),
    })
    expect(logger.warn).toHaveBeenCalledTimes(1)
    collector.isDown = false
    await vi.waitFor(() => expect(telemetry.health()).toEqual({ ok: true }))
    expect(await telemetry.trace('work', {}, async () => 7)).toBe(7)
  })

  test('calls the metrics of models as the conventions do', () => {
    expect(Object.keys(METRICS)).toEqual(
      expect.arrayContaining([
        METRIC_GEN_AI_CLIENT_OPERATION_DURATION,
        METRIC_GEN_AI_CLIENT_OPERATION_TIME_TO_FIRST_CHUNK,
        METRIC_GEN_AI_CLIENT_TOKEN_USAGE,
      ]),
    )
  })
})
