import type { MetricName } from '@docent/core'
import { DocentError, definePlugin, METRICS, projectId, Telemetry } from '@docent/core/plugin'
import {
  indexedPage,
  MemoryRetriever,
  RecordedTelemetry,
  type Script,
  scriptedModel,
  scriptedProvider,
} from '@docent/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { startTestServer, type TestServer } from './start-test-server.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const TRACEPARENT = `00-${TRACE}-b7ad6b7169203331-01`
const SECRET_WORDS = 'the-words-of-the-reader'

let server: TestServer | undefined
afterEach(async () => {
  await server?.[Symbol.asyncDispose]()
  server = undefined
})

async function observed(script: Script, { withContent = false, retriever = new MemoryRetriever() } = {}) {
  const telemetry = new RecordedTelemetry({ withContent })
  const model = scriptedModel(script)
  const models = scriptedProvider('test', { model }, { assistant: 'model', agent: 'model', sonnet: 'model' })
  const lines: Record<string, unknown>[] = []
  const plugin = definePlugin({
    name: 'telemetry-test',
    options: z.strictObject({}),
    setup: (_, host) => host.provide<Telemetry>(Telemetry, telemetry),
  })
  server = await startTestServer({
    models,
    retriever,
    morePlugins: [plugin()],
    config: { agent: { maxAttempts: 1, maxOutageMs: 0 } },
    onLog: (line) => lines.push(JSON.parse(line)),
  })
  return { server, telemetry, lines }
}

const ask = (running: TestServer) =>
  running.call('POST', '/discovery/v2/assistant/docs/message', {
    body: { fp: 'anonymous', messages: [{ role: 'user', parts: [{ type: 'text', text: SECRET_WORDS }] }] },
    headers: { traceparent: TRACEPARENT },
  })

async function runJob(running: TestServer): Promise<{ id: string; status: string; prLink: string | null }> {
  const path = '/v2/agent/docs/job'
  const created = await running.call('POST', path, {
    body: { prompt: SECRET_WORDS },
    headers: { traceparent: TRACEPARENT },
  })
  expect(created.status).toBe(201)
  return vi.waitFor(
    async () => {
      const { body } = await running.call('GET', `${path}/${created.body.id}`)
      expect(body.status).not.toBe('active')
      return body
    },
    { timeout: 100_000, interval: 50 },
  )
}

const writes: Script = [
  { toolCalls: [{ toolName: 'write_file', input: { path: 'guide.md', content: '# Guide\n' } }] },
  { text: 'I wrote the guide.' },
]

describe('telemetry', () => {
  it('makes one trace from the request through the worker to the pull request', async () => {
    const { server: running, telemetry, lines } = await observed(writes)
    const job = await runJob(running)
    expect(job.prLink).toContain('http')
    await vi.waitFor(() => expect(telemetry.spans.filter((span) => !span.isEnded)).toEqual([]))
    const spans = telemetry.spans.filter(({ context }) => context.traceId === TRACE)
    const named = (name: string) => spans.filter((span) => span.name === name)
    const [request] = named('POST /v2/agent/{projectId}/job')
    expect(request).toMatchObject({
      kind: 'server',
      parentId: 'b7ad6b7169203331',
      attributes: { 'http.response.status_code': 201 },
    })
    const [run] = named('invoke_agent agent')
    expect(run).toMatchObject({
      kind: 'consumer',
      parentId: request?.context.spanId,
      attributes: { 'docent.job.id': job.id, 'docent.job.outcome': 'completed' },
    })
    const phases = spans.filter(({ parentId }) => parentId === run?.context.spanId).map(({ name }) => name)
    expect(phases).toEqual([
      'job open',
      'job think',
      'job think',
      'job finish',
      'job push',
      'job pull-request',
      'job settle',
    ])
    expect(named('chat model')[0]).toMatchObject({
      kind: 'client',
      parentId: named('job think')[0]?.context.spanId,
      attributes: { 'gen_ai.operation.name': 'chat', 'gen_ai.response.finish_reasons': ['tool-calls'] },
    })
    expect(named('execute_tool write_file')[0]).toMatchObject({
      parentId: named('job think')[0]?.context.spanId,
      attributes: { 'gen_ai.tool.name': 'write_file' },
    })
    const logged = lines.filter(({ jobId }) => jobId === job.id)
    expect(logged.map(({ msg }) => msg)).toEqual([
      'job started on this worker',
      'job: workspace opened',
      'job: model step recorded',
      'job: model step recorded',
      'job: publishing started',
      'job: branch pushed',
      'job: pull request opened',
      'job ended on this worker',
    ])
    expect(new Set(logged.map(({ trace_id }) => trace_id))).toEqual(new Set([TRACE]))
    const opened = logged.find(({ kind }) => kind === 'pull-request')
    expect(opened).toMatchObject({ pullRequest: 1 })
    // The address of a local pull request opens it: it is in no log.
    expect(JSON.stringify(logged)).not.toContain(job.prLink)
    expect(telemetry.values).toContainEqual(
      expect.objectContaining({
        metric: 'docent.job.runs',
        attributes: { outcome: 'completed', 'docent.project.id': 'docs' },
      }),
    )
  })

  it('puts search, model and answer below the request of a question, and measures them', async () => {
    const { server: running, telemetry } = await observed([{ text: 'It is **so**.' }])
    expect((await ask(running)).status).toBe(200)
    await vi.waitFor(() => expect(telemetry.spans.filter((span) => !span.isEnded)).toEqual([]))
    const spans = telemetry.spans.filter(({ context }) => context.traceId === TRACE)
    expect(spans.map(({ name }) => name)).toEqual([
      'POST /discovery/v2/assistant/{domain}/message',
      'retrieval docs',
      'invoke_agent assistant',
      'chat model',
    ])
    const metrics = new Set(telemetry.values.map(({ metric }) => metric))
    for (const metric of [
      'http.server.request.duration',
      'docent.search.duration',
      'docent.answers',
      'gen_ai.client.operation.duration',
      'gen_ai.client.operation.time_to_first_chunk',
      'gen_ai.client.token.usage',
    ] satisfies MetricName[])
      expect(metrics, metric).toContain(metric)
  })

  it('says which input tokens came from the cache, and counts them once', async () => {
    const usage = { inputTokens: 900, cacheReadTokens: 700, outputTokens: 40 }
    const { server: running, telemetry } = await observed([{ text: 'It is so.', usage }])
    expect((await ask(running)).status).toBe(200)
    await vi.waitFor(() => expect(telemetry.spans.filter((span) => !span.isEnded)).toEqual([]))
    const span = telemetry.spans.find(({ name }) => name === 'chat model')
    expect(span?.attributes).toMatchObject({
      'gen_ai.usage.input_tokens': 900,
      'gen_ai.usage.cache_read.input_tokens': 700,
      'gen_ai.usage.output_tokens': 40,
    })
    const used = telemetry.values.filter(({ metric }) => metric === 'gen_ai.client.token.usage')
    expect(used.map(({ value, attributes }) => [attributes['gen_ai.token.type'], value])).toEqual([
      ['input', 900],
      ['output', 40],
    ])
  })

  it('makes an operation of each call by MCP, and says what the check of an answer found', async () => {
    const retriever = new MemoryRetriever()
    const writer = await retriever.begin(projectId('docs'))
    await writer.write([
      indexedPage({ path: '/start', title: 'Start', texts: ['Run `docent serve` with `--port`.'] }),
    ])
    await writer.commit('one')
    const script = [{ text: 'Run `docent serve` with `--prot` [1].' }]
    const { server: running, telemetry } = await observed(script, { retriever })
    const call = (name: string, args: object) =>
      running.call('POST', '/mcp/docs', {
        key: running.assistantKey,
        body: { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name, arguments: args } },
        headers: { 'mcp-protocol-version': '2025-06-18' },
      })
    await call('get_page', { path: '/start' })
    await call('get_page', { path: '/nowhere' })
    const spans = telemetry.spans.filter(({ name }) => name === 'tools/call get_page')
    const about = {
      'mcp.method.name': 'tools/call',
      'mcp.protocol.version': '2025-06-18',
      'jsonrpc.request.id': '7',
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'get_page',
    }
    expect(spans).toMatchObject([
      { kind: 'server', attributes: about, error: undefined },
      { kind: 'server', attributes: about, error: 'tool_error' },
    ])
    await ask(running)
    await vi.waitFor(() => expect(telemetry.spans.filter((span) => !span.isEnded)).toEqual([]))
    const answer = telemetry.spans.find(({ name }) => name === 'invoke_agent assistant')
    expect(answer?.events).toMatchObject([
      {
        name: 'gen_ai.evaluation.result',
        attributes: { 'gen_ai.evaluation.name': 'grounding', 'gen_ai.evaluation.score.label': 'fail' },
      },
    ])
  })

  it('holds no words of prompts, answers or tools unless somebody turns them on', async () => {
    const { server: running, telemetry, lines } = await observed([...writes, { text: SECRET_WORDS }])
    await runJob(running)
    await ask(running)
    expect(JSON.stringify([telemetry.spans, telemetry.values, lines])).not.toContain(SECRET_WORDS)
    expect(JSON.stringify(telemetry.spans)).not.toContain('Guide')
  })

  it('holds them where somebody does', async () => {
    const { server: running, telemetry } = await observed([{ text: 'It is so.' }], { withContent: true })
    await ask(running)
    await vi.waitFor(() => expect(telemetry.spans.at(-1)?.isEnded).toBe(true))
    const chat = telemetry.spans.find(({ name }) => name === 'chat model')
    expect(String(chat?.attributes['gen_ai.input.messages'])).toContain(SECRET_WORDS)
    expect(String(chat?.attributes['gen_ai.output.messages'])).toContain('It is so.')
  })

  it('reads every gauge of the server', async () => {
    const project = projectId('docs')
    const state = { project, publishedAt: 1, heardAt: 2, bytesPulled: 3, bytesPushed: 4 }
    const replication = { states: () => [state], check: async () => '' }
    const retriever = Object.assign(new MemoryRetriever(), { replication })
    const { telemetry, server: running } = await observed([], { retriever })
    expect(await telemetry.read('docent.backup.age'), 'before the first backup').toEqual([])
    const owner = await running.issueKey({ scopes: ['manage'] })
    expect((await running.call('POST', '/api/backups', { key: owner.key })).status).toBe(201)
    for (const [metric, { kind }] of Object.entries(METRICS)) {
      if (kind !== 'gauge' && kind !== 'total') continue
      const readings = await telemetry.read(metric as Parameters<typeof telemetry.read>[0])
      expect(readings.length, metric).toBeGreaterThan(0)
      for (const { value } of readings) expect(value, metric).toBeGreaterThanOrEqual(0)
    }
    expect(await telemetry.read('docent.job.queue')).toContainEqual({
      value: 0,
      attributes: { state: 'waiting' },
    })
    expect(await telemetry.read('docent.part.ok')).toContainEqual({
      value: 1,
      attributes: { part: 'store-sqlite' },
    })
  })

  it('shows a model that fails as degraded, while the server answers, until it works again', async () => {
    let isDown = true
    const { server: running, telemetry } = await observed(() => {
      if (isDown) throw new DocentError('model_failed', 'The provider is overloaded.', { isRetryable: true })
      return { text: 'It is so.' }
    })
    const ready = () => running.call('GET', '/health/ready')
    expect((await ready()).body).toMatchObject({ status: 'ok', parts: { models: { ok: true } } })
    await runJob(running)
    const { status, body } = await ready()
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'degraded',
      parts: {
        models: { ok: false, message: expect.stringMatching(/test:model .*The provider is overloaded/) },
      },
    })
    expect(await telemetry.read('docent.part.ok')).toContainEqual({
      value: 0.5,
      attributes: { part: 'models' },
    })
    isDown = false
    await ask(running)
    expect((await ready()).body).toMatchObject({ status: 'ok' })
  })
})
