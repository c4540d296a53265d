import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createLocalRepository } from '@docent/git-local'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DocentCommand } from './cli/docent-command.ts'

interface Check {
  name: string
  status: string
  message: string
  fix: string | null
}

let folder: string
let docent: DocentCommand
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docent-doctor-'))
  docent = new DocentCommand(folder)
  await createLocalRepository({
    path: join(folder, '.docent-data', 'repositories', 'docs.git'),
    from: new URL('fixture-docs', import.meta.url).pathname,
    message: 'Add the documentation',
    author: { name: 'Test', email: 'test@example.com' },
    date: 1_700_000_000_000,
  })
  await chmod(join(folder, '.docent-data'), 0o700)
}, 60_000)
afterAll(async () => {
  await docent.close()
  await rm(folder, { recursive: true, force: true })
})

const configure = (more: object = {}, path = 'docs.git') =>
  writeFile(
    join(folder, 'docent.config.mjs'),
    `export default ${JSON.stringify({
      projects: [
        {
          id: 'docs',
          repository: `file://${join(folder, '.docent-data', 'repositories', path)}`,
          models: { assistant: 'offline:docent', agent: 'offline:docent' },
        },
      ],
      ...more,
    })}`,
  )

async function examine(...args: string[]) {
  return examineWith({}, ...args)
}

async function examineWith(env: Record<string, string>, ...args: string[]) {
  const { code, stdout } = await docent.start(['doctor', '--json', ...args], { env }).finished
  const { ok, checks } = JSON.parse(stdout) as { ok: boolean; checks: Check[] }
  expect(code).toBe(ok ? 0 : 1)
  return {
    ok,
    find: (name: string) => checks.find((check) => check.name === name),
    models: () => checks.filter(({ name }) => name.startsWith('model ')),
  }
}

test('finds nothing wrong with an installation that works, and asks its repository and models', async () => {
  await configure()
  const { ok, find, models } = await examine()
  expect(find('repository of docs')).toMatchObject({ status: 'ok' })
  expect(models()).toEqual([expect.objectContaining({ status: 'ok' })])
  expect(find('database docent.db')).toBeUndefined()
  expect(ok).toBe(true)
  const again = await examine('--offline')
  expect(again.find('database docent.db')).toMatchObject({ status: 'ok' })
  expect(again.find('repository of docs')).toBeUndefined()
}, 120_000)

test('says of each failure what to do', async () => {
  await configure({ signIn: { openid: { issuer: 'http://127.0.0.1:9', clientId: 'docent' } } }, 'none.git')
  await chmod(join(folder, '.docent-data'), 0o755)
  const { ok, find } = await examine()
  expect(ok).toBe(false)
  expect(find('data directory')).toMatchObject({
    status: 'attention',
    fix: expect.stringContaining('chmod 700'),
  })
  expect(find('repository of docs')).toMatchObject({ status: 'failed' })
  expect(find('sign-in provider')).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('cannot be reached'),
  })
}, 120_000)

test('works before the first start, and names a folder that is none', async () => {
  await configure()
  const first = await examineWith({ DOCENT_DATA: 'new' }, '--offline')
  expect(first.find('data directory')).toMatchObject({
    status: 'attention',
    message: `${join(folder, 'new')} does not exist yet`,
  })
  expect(first.find('plugin store-sqlite')).toMatchObject({ status: 'ok' })
  expect(first.ok).toBe(true)
  const file = await examineWith({ DOCENT_DATA: 'docent.config.mjs' }, '--offline')
  expect(file.find('data directory')).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('is a file'),
    fix: expect.stringContaining('DOCENT_DATA'),
  })
}, 120_000)

test('says what keeps the server from its port, and who cannot be reached', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  await configure({ projects: [{ id: 'docs', repository: 'https://gitea.invalid/acme/docs' }] })
  const env = { PORT: String(port), GITEA_URL: 'https://gitea.invalid', GITEA_TOKEN: 'a-token' }
  const { find } = await examineWith(env)
  server.close()
  expect(find('port')).toMatchObject({
    status: 'attention',
    message: expect.stringContaining(`127.0.0.1:${port}`),
    fix: expect.stringContaining('set PORT'),
  })
  expect(find('repository of docs')).toMatchObject({
    status: 'failed',
    message: expect.stringMatching(
      /^https:\/\/gitea\.invalid\/acme\/docs cannot be reached: .*gitea\.invalid/,
    ),
    fix: expect.stringContaining('DNS'),
  })
  expect(find('clock')).toMatchObject({
    status: 'attention',
    message: expect.stringContaining('Not compared'),
  })
  const wrong = await examineWith(
    { PORT: '4000', HOST: '203.0.113.9', DOCENT_URL: 'https://docs.example.com' },
    '--offline',
  )
  expect(wrong.find('port')).toMatchObject({ status: 'failed', fix: expect.stringContaining('HOST') })
}, 120_000)

test('names a git host that fails, a clock that is off, and a model server that is not there', async () => {
  const server = createHttpServer((_, reply) => {
    reply.sendDate = false
    reply.setHeader('date', new Date(Date.now() + 600_000).toUTCString())
    reply.writeHead(500, { 'content-type': 'application/json' }).end('{}')
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  const url = `http://127.0.0.1:${port}`
  const closed = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => closed.once('listening', resolve))
  const models = `http://127.0.0.1:${(closed.address() as { port: number }).port}/v1`
  closed.close()
  await configure({
    projects: [
      { id: 'docs', repository: `${url}/acme/docs`, models: { assistant: 'openai:a', agent: 'openai:a' } },
    ],
    signIn: { openid: { issuer: url, clientId: 'docent' } },
  })
  const env = { GITEA_URL: url, GITEA_TOKEN: 'a-token', OPENAI_API_KEY: 'a-key', OPENAI_BASE_URL: models }
  const { find } = await examineWith(env)
  server.close()
  expect(find('repository of docs')).toMatchObject({
    status: 'failed',
    message: expect.stringMatching(/^http:.*\/acme\/docs: .* answered 500/),
    fix: expect.stringContaining('git host'),
  })
  expect(find('clock')).toMatchObject({
    status: 'failed',
    message: expect.stringMatching(/^(?:59\d|60\d) s behind the clock of http:/),
    fix: expect.stringContaining('NTP'),
  })
  expect(find('model openai:a')).toMatchObject({
    status: 'failed',
    message: expect.stringContaining(`Nothing listens at ${models}`),
  })
}, 120_000)

test('names a database of a newer release, under the stores', async () => {
  await configure()
  await examineWith({ DOCENT_DATA: 'newer' }, '--offline')
  const database = new DatabaseSync(join(folder, 'newer', 'docent.db'))
  database.exec('PRAGMA user_version = 999')
  database.close()
  const { ok, find } = await examineWith({ DOCENT_DATA: 'newer' }, '--offline')
  expect(ok).toBe(false)
  expect(find('stores')).toMatchObject({
    status: 'failed',
    message: expect.stringMatching(/schema version 999.*start the newer Docent/),
  })
  expect(find('configuration')).toMatchObject({ status: 'ok' })
}, 120_000)

test('names an option that is wrong, and a database that is damaged', async () => {
  await configure({ http: { prot: 1 } })
  expect((await examine()).find('configuration')).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('http.prot'),
  })
  await configure()
  const file = join(folder, '.docent-data', 'docent.db')
  const bytes = await readFile(file)
  await writeFile(file, bytes.fill(0x41, 4_096, Math.min(bytes.length, 40_960)))
  const { ok, find } = await examine('--offline')
  expect(ok).toBe(false)
  expect(find('database docent.db')).toMatchObject({
    status: 'failed',
    fix: expect.stringContaining('docent restore'),
  })
}, 120_000)
