import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { createLocalRepository } from '@docent/git-local'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { DocentCommand } from './cli/docent-command.ts'

const content = fileURLToPath(new URL('fixture-docs', import.meta.url))
const MODELS = ['--agent-model', 'offline:docent', '--assistant-model', 'offline:docent']
let folder: string
let docent: DocentCommand
let key: string
let reader: string

// Each test starts several processes.
vi.setConfig({ testTimeout: 110_000 })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docent-roles-'))
  docent = new DocentCommand(folder, { DOCENT_DATA: 'data', LOG_LEVEL: 'info', LOG_FORMAT: 'json' })
  await mkdir(join(folder, 'data', 'repositories'), { recursive: true, mode: 0o700 })
  const path = join(folder, 'data', 'repositories', 'docs.git')
  const author = { name: 'Test', email: 'test@localhost' }
  await createLocalRepository({ path, from: content, message: 'Add documentation', author, date: 0 })
  const repository = pathToFileURL(path).href
  await docent.run(['projects', 'add', 'docs', '--repository', repository, ...MODELS])
  key = (await docent.json<{ key: string }>(['keys', 'create'])).key
  const forReaders = ['keys', 'create', '--kind', 'assistant', '--project', 'docs']
  reader = (await docent.json<{ key: string }>(forReaders)).key
})

afterAll(async () => {
  await docent.close()
  await rm(folder, { recursive: true, force: true })
})

async function startJson<Value>(...args: string[]) {
  const running = docent.start([...args, '--json'])
  const [, text = ''] = await running.output(/^(\{.*\})\n/)
  return { running, said: JSON.parse(text) as Value }
}

async function call(url: string, method: string, path: string, body?: object, as = key) {
  const headers = { authorization: `Bearer ${as}`, 'content-type': 'application/json' }
  const reply = await fetch(url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> }
}

const until = (look: () => Promise<boolean>) => vi.waitUntil(look, { timeout: 100_000, interval: 100 })

it('serves in one process, runs jobs in another, and indexes in a third', async () => {
  const { running: server, said } = await startJson<{ url: string }>('serve', '--http-only')
  const { url } = said
  const created = await call(url, 'POST', '/v2/agent/docs/job', { prompt: 'Add a page about backups.' })
  expect(created.status).toBe(201)
  const job = `/v2/agent/docs/job/${created.body.id}`

  const { running: index, said: indexes } = await startJson<{ healthUrl: string }>(
    ...['work', '--only', 'index', '--health-port', '0'],
  )
  // Nobody but the process that indexes can have done this.
  const found = async () =>
    JSON.stringify((await call(url, 'POST', '/discovery/v1/search/docs', { query: 'docs' }, reader)).body)
  await until(async () => (await found()).includes('"path"'))
  expect((await fetch(`${indexes.healthUrl}/health/live`)).status).toBe(200)
  const ready = (await (await fetch(`${indexes.healthUrl}/health/ready`)).json()) as { status: string }
  expect(ready).toMatchObject({ status: 'ok', parts: { 'store-sqlite': { ok: true } } })
  // It runs no jobs.
  expect((await call(url, 'GET', job)).body.status).toBe('active')

  const { running: worker } = await startJson('work', '--only', 'jobs')
  await until(async () => (await call(url, 'GET', job)).body.status !== 'active')
  for (const each of [server, index, worker]) each.process.kill('SIGTERM')
  const ended = await Promise.all([server, index, worker].map((each) => each.finished))
  expect(ended.map(({ code }) => code)).toEqual([0, 0, 0])
  const [served, indexing, worked] = ended.map(({ stderr }) => stderr)
  expect(worked).toContain('job started on this worker')
  expect(worked).not.toContain('"indexed"')
  expect(indexing).toContain('"indexed"')
  expect(served).not.toContain('job started on this worker')
})

it('gives a running job back when it is stopped, and another process ends it', async () => {
  await writeFile(
    join(folder, 'docent.config.mjs'),
    'export default { leases: { jobs: { leaseMs: 60_000, heartbeatMs: 20_000 } } }',
  )
  const { running: server, said } = await startJson<{ url: string }>('serve', '--http-only')
  const { running: first } = await startJson('work', '--only', 'jobs')
  const created = await call(said.url, 'POST', '/v2/agent/docs/job', {
    prompt: 'Add a page about restoring.',
  })
  const job = `/v2/agent/docs/job/${created.body.id}`
  first.process.kill('SIGTERM')
  expect((await first.finished).code).toBe(0)
  const begun = performance.now()
  const { running: second } = await startJson('work', '--only', 'jobs')
  await until(async () => (await call(said.url, 'GET', job)).body.status !== 'active')
  // Long before the lease of the first one would have run out.
  expect(performance.now() - begun).toBeLessThan(59_000)
  for (const each of [server, second]) each.process.kill('SIGTERM')
  await Promise.all([server.finished, second.finished])
})

it('names the option that is wrong', async () => {
  expect(await docent.run(['work', '--only', 'all'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--only is "all": use jobs or index.'),
  })
  expect((await docent.run(['work', '--health-port', 'x'])).stderr).toContain('--health-port is "x"')
})
