import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ModelChecks } from '@docent/core'
import { projectId } from '@docent/core/plugin'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { runHere } from '../cli/run-here.ts'
import { startTestServer, type TestServer } from '../start-test-server.ts'

const folder = process.cwd()
let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
  process.chdir(server.directory)
  vi.stubEnv('DOCENT_DATA', 'data')
  const models = { assistant: 'offline:docent', agent: 'offline:docent' }
  const projects = [{ id: 'docs', repository: `file://${server.repository}`, branch: 'main', models }]
  await writeFile(
    join(server.directory, 'docent.config.mjs'),
    `export default ${JSON.stringify({ projects })}`,
  )
}, 60_000)
afterEach(() => {
  process.exitCode = undefined
})
afterAll(async () => {
  process.chdir(folder)
  vi.unstubAllEnvs()
  await server[Symbol.asyncDispose]()
})

it('prints the card of the offline model, fails for what it cannot do, and keeps the card', async () => {
  const told = await runHere('models', 'check', 'offline:docent', '--tasks', 'none')
  expect(told).toMatch(/^ {2}for the agent: +not good enough$/m)
  expect(told).toMatch(/✓ Text arrives in pieces/)
  expect(told).toMatch(/✗ A tool is called with valid arguments/)
  expect(told).toContain('models.agent of the project: another model')
  expect(told).toMatch(/Took \d+\.\d s and [\d,]+ tokens, for free\./)
  expect(process.exitCode).toBe(1)
  const reply = await server.call('GET', '/api/projects/docs/model-checks', { key: server.adminKey })
  expect(reply.body).toMatchObject({ cards: [{ model: 'offline:docent', fitness: { agent: 'unfit' } }] })
}, 60_000)

it('leaves no trace when it is asked to', async () => {
  const checks = server.running.docent.resolve(ModelChecks)
  const before = await checks.list(projectId('docs'))
  await runHere('models', 'check', 'offline:docent', '--tasks', 'none', '--no-keep')
  expect(await checks.list(projectId('docs'))).toEqual(before)
}, 60_000)

it('refuses options and models that are not right, before it calls anything', async () => {
  const refused = (...args: string[]) => runHere('models', 'check', 'offline:docent', ...args)
  expect(await refused('--tasks', 'poems')).toContain('--tasks: "poems" is not answers, agent or none.')
  expect(await refused('--max-context', 'big')).toContain('--max-context: "big" is not a whole number')
  expect(await refused('--max-minutes', '0')).toContain('--max-minutes: "0" is not a number above 0')
  expect(await runHere('models', 'check', 'nobody:x')).toContain('names the provider "nobody"')
})
