import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { UpdateRunner } from '@docent/core'
import { NamedLeases, ProjectStore, projectId } from '@docent/core/plugin'
import { GitDocsSource } from '@docent/source-git'
import { MemoryDocsSource } from '@docent/testing'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '../start-test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server[Symbol.asyncDispose]())

const update = () => server.call('POST', '/v1/project/update/docs')
const read = async (id: string, key?: string) =>
  server.call('GET', `/v1/project/update-status/${id}`, key === undefined ? {} : { key })
const ended = (id: string) =>
  expect.poll(async () => (await read(id)).body.status, { timeout: 60_000 }).toMatch(/^(success|failure)$/)

/** Is there until the servers of the test have stopped. */
async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'docent-updates-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

test('an update is queued, runs, and is read by its status until it has succeeded', async () => {
  const queued = await update()
  expect(queued).toMatchObject({ status: 202, body: { statusId: expect.any(String) } })
  const { statusId } = queued.body
  await ended(statusId)
  const { body } = await read(statusId)
  expect(body).toEqual({
    _id: statusId,
    projectId: 'docs',
    createdAt: expect.stringMatching(/Z$/),
    endedAt: expect.stringMatching(/Z$/),
    status: 'success',
    summary: expect.stringMatching(/^\d+ pages changed, \d+ removed; \d+ pages with \d+ passages\.$/),
    logs: ['Started.', body.summary],
    subdomain: 'docs',
    source: 'api',
  })
})

test('an update names the commit that it read, and the files of pages that changed by it', async () => {
  const folder = await makeFolder()
  const indexed = Promise.withResolvers<void>()
  await using reading = await startTestServer({
    source: new GitDocsSource({ cacheDir: join(folder, 'cache') }),
    config: { indexing: { pollMinutes: 0 } },
    docs: { 'index.md': '# One', 'gone.md': '# Gone' },
    onLog: (line) => line.includes('"msg":"indexed"') && indexed.resolve(),
  })
  await indexed.promise
  const clone = join(folder, 'clone')
  const git = async (...args: string[]) => (await promisify(execFile)('git', args)).stdout.trim()
  await git('clone', '-q', '-b', 'main', reading.repository, clone)
  await writeFile(join(clone, 'index.md'), '# Two')
  await writeFile(join(clone, 'new.md'), '# New')
  await rm(join(clone, 'gone.md'))
  const author = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com']
  await git('-C', clone, 'add', '-A')
  await git('-C', clone, ...author, 'commit', '-qm', 'Change')
  await git('-C', clone, 'push', '-q', 'origin', 'main')
  const { statusId } = (await reading.call('POST', '/v1/project/update/docs')).body
  const status = async () => (await reading.call('GET', `/v1/project/update-status/${statusId}`)).body
  await expect.poll(async () => (await status()).status, { timeout: 60_000 }).toBe('success')
  expect((await status()).commit).toEqual({
    sha: await git('-C', clone, 'rev-parse', 'main'),
    ref: 'refs/heads/main',
    message: 'Change',
    filesChanged: { added: ['new.md'], modified: ['index.md'], removed: ['gone.md'] },
  })
})

test('while an update is queued, a second call answers the queued one', async () => {
  const { projectUpdates, docent } = server.running.services
  const project = await docent.resolve(ProjectStore).get(projectId('docs'))
  if (!project) throw new Error('There is no project.')
  const first = await projectUpdates.queue(project, { source: 'api' })
  const both = await Promise.all([update(), update()])
  expect(both.map(({ body }) => body.statusId)).toEqual([first.id, first.id])
  await ended(first.id)
})

test('an update that a stopped server left behind is taken up by the next one', async () => {
  const { projectUpdates, docent } = server.running.services
  const project = await docent.resolve(ProjectStore).get(projectId('docs'))
  if (!project) throw new Error('There is no project.')
  const left = await projectUpdates.queue(project, { source: 'api' })
  await projectUpdates.write(project, { ...left, status: 'in_progress' })
  const runner = new UpdateRunner(docent, 10)
  runner.start()
  await ended(left.id)
  await runner.stop()
  expect((await read(left.id)).body.status).toBe('success')
})

test('an update that another process runs is not run again, and goes on when that process dies', async () => {
  const { projectUpdates, docent } = server.running.services
  const project = await docent.resolve(ProjectStore).get(projectId('docs'))
  if (!project) throw new Error('There is no project.')
  const lease = ['update:docs', 'another process'] as const
  await docent.resolve(NamedLeases).acquire(...lease, 600_000)
  const running = {
    ...(await projectUpdates.queue(project, { source: 'api' })),
    status: 'in_progress' as const,
  }
  await projectUpdates.write(project, running)
  const tries = vi.spyOn(docent.resolve(NamedLeases), 'acquire')
  const runner = new UpdateRunner(docent, 10)
  runner.start()
  await expect.poll(() => tries.mock.calls.length, { timeout: 60_000 }).toBeGreaterThan(3)
  expect(await projectUpdates.find(project, running.id)).toEqual(running)
  await docent.resolve(NamedLeases).release(...lease)
  await ended(running.id)
  await runner.stop()
  tries.mockRestore()
  const { body } = await read(running.id)
  expect([body.status, body.logs.filter((line: string) => line === 'Started.')]).toEqual([
    'success',
    ['Started.'],
  ])
})

test('an update that fails says why', async () => {
  const source = new MemoryDocsSource([])
  await using broken = await startTestServer({ source })
  const { statusId } = (await broken.call('POST', '/v1/project/update/docs')).body
  const status = async () => (await broken.call('GET', `/v1/project/update-status/${statusId}`)).body
  await expect.poll(async () => (await status()).status, { timeout: 60_000 }).toBe('failure')
  expect((await status()).summary).toMatch(/^No documentation source fits project/)
})

test('a status is for keys that may see its project', async () => {
  const { statusId } = (await update()).body
  await ended(statusId)
  const reader = await server.issueKey({ scopes: ['read'] })
  expect((await read(statusId, reader.key)).status).toBe(200)
  expect((await server.call('POST', '/v1/project/update/docs', { key: reader.key })).status).toBe(403)
  expect((await read(statusId, server.assistantKey)).status).toBe(403)
  for (const unknown of ['x', `${statusId.slice(0, -1)}x`, 'ZG9jcw.00000000000000000000000000000000'])
    expect((await read(unknown)).status).toBe(404)
})

test('a preview answers its address, and its status is read the same way', async () => {
  const cacheDir = await makeFolder()
  await using previewing = await startTestServer({ source: new GitDocsSource({ cacheDir }) })
  const made = await previewing.call('POST', '/v1/project/preview/docs', { body: { branch: 'main' } })
  expect(made).toMatchObject({ status: 202, body: { previewUrl: expect.stringContaining('/site/docs@') } })
  const status = await previewing.call('GET', `/v1/project/update-status/${made.body.statusId}`)
  expect(status.body).toMatchObject({
    _id: made.body.statusId,
    projectId: 'docs',
    status: 'success',
    logs: [expect.stringContaining('main')],
    commit: {
      sha: expect.stringMatching(/^[0-9a-f]{40}$/),
      ref: 'refs/heads/main',
      message: expect.stringMatching(/\S/),
      filesChanged: { added: expect.any(Array), modified: expect.any(Array), removed: expect.any(Array) },
    },
  })
})
