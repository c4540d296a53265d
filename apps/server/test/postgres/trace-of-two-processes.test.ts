import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { createLocalRepository } from '@docent/git-local'
import { withPostgres } from '@docent/simulators'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Collector, type OtlpSpan } from '../../../../plugins/telemetry-otel/test/collector.ts'
import { DocentCommand } from '../cli/docent-command.ts'

const root = new URL('../../../../', import.meta.url)
const content = fileURLToPath(new URL('../fixture-docs', import.meta.url))
const plugin = (folder: string) => JSON.stringify(new URL(`plugins/${folder}/src/index.ts`, root).href)
const TRACE = '0af7651916cd43dd8448eb211c80319c'
const PARENT = 'b7ad6b7169203331'

// The test starts two processes.
vi.setConfig({ testTimeout: 110_000, hookTimeout: 110_000 })

withPostgres('a server and a worker in two processes', (database) => {
  let folder: string
  let collector: Collector
  const processes: DocentCommand[] = []

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'docent-trace-'))
    collector = await Collector.listen()
    await createLocalRepository({
      path: join(folder, 'docs.git'),
      from: content,
      message: 'Add documentation',
      author: { name: 'Test', email: 'test@localhost' },
      date: 0,
    })
  })

  afterAll(async () => {
    for (const each of processes) await each.close()
    await collector.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** Each has data of its own, and says by another name of the service which spans it exported. */
  async function machine(name: string): Promise<DocentCommand> {
    const own = join(folder, name)
    await mkdir(own)
    const config = `
      import { postgres } from ${plugin('store-postgres')}
      import { memoryLimiter } from ${plugin('limiter-memory')}
      import { accounts } from ${plugin('accounts-better-auth')}
      import { fileIndex } from ${plugin('retriever-files')}
      import { gitWorkspaces } from ${plugin('workspace-git')}
      import { gitLocal } from ${plugin('git-local')}
      import { sourceGit } from ${plugin('source-git')}
      import { offline } from ${plugin('model-offline')}
      import { otel } from ${plugin('telemetry-otel')}
      export default {
        plugins: [postgres(), memoryLimiter(), accounts(), fileIndex(), gitWorkspaces(),
          gitLocal({ roots: [${JSON.stringify(folder)}] }), sourceGit(), offline(),
          otel({ serviceName: ${JSON.stringify(name)}, prometheus: false,
            otlp: { endpoint: ${JSON.stringify(collector.url)}, metricsEveryMs: 0 } })],
        projects: [{ id: 'docs', repository: ${JSON.stringify(pathToFileURL(join(folder, 'docs.git')).href)},
          branch: 'main', models: { agent: 'offline:docent', assistant: 'offline:docent' } }],
      }`
    await writeFile(join(own, 'docent.config.mjs'), config)
    const command = new DocentCommand(own, {
      DATABASE_URL: database().url,
      DOCENT_SECRET: 'one secret of all machines',
      DOCENT_DATA: 'data',
    })
    processes.push(command)
    return command
  }

  test('make one trace, from the request to the pull request', async () => {
    const [server, worker] = [await machine('server'), await machine('worker')]
    const serving = server.start(['serve', '--http-only', '--json'])
    const [, started = ''] = await serving.output(/^(\{.*\})\n/)
    const { url } = JSON.parse(started) as { url: string }
    const { key } = await server.json<{ key: string }>(['keys', 'create', '--kind', 'admin'])
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const created = await fetch(`${url}/v2/agent/docs/job`, {
      method: 'POST',
      headers: { ...headers, traceparent: `00-${TRACE}-${PARENT}-01` },
      body: JSON.stringify({ prompt: 'Replace "These are the docs" with "Here are the docs" everywhere' }),
    })
    expect(created.status).toBe(201)
    const { id } = (await created.json()) as { id: string }

    const working = worker.start(['work', '--only', 'jobs', '--health-port', '0', '--json'])
    const job = await vi.waitFor(
      async () => {
        const reply = await fetch(`${url}/v2/agent/docs/job/${id}`, { headers })
        const body = (await reply.json()) as { status: string; prLink: string | null }
        expect(body.status).not.toBe('active')
        return body
      },
      { timeout: 90_000, interval: 100 },
    )
    expect(job).toMatchObject({ status: 'completed', prLink: expect.stringContaining('/pulls/') })
    // Both export what they hold when they stop.
    for (const { process } of [serving, working]) process.kill('SIGTERM')
    expect((await serving.finished).code).toBe(0)
    expect((await working.finished).code).toBe(0)

    const spans = collector.spans.filter(({ traceId }) => traceId === TRACE)
    const named = (name: string): OtlpSpan | undefined => spans.find((span) => span.name === name)
    const request = named('POST /v2/agent/{projectId}/job')
    const run = named('invoke_agent agent')
    expect(request?.parentSpanId).toBe(PARENT)
    expect(run?.parentSpanId).toBe(request?.spanId)
    for (const phase of ['job open', 'job think', 'job push', 'job pull-request', 'job settle'])
      expect(named(phase), phase).toMatchObject({ parentSpanId: run?.spanId })
    expect(collector.services).toEqual(new Set(['server', 'worker']))
  })
})
