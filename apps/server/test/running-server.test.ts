import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { defined } from '@docent/core/plugin'
import { createLocalRepository } from '@docent/git-local'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { version } from '../src/version.ts'
import { DocentCommand } from './cli/docent-command.ts'

const content = fileURLToPath(new URL('fixture-docs', import.meta.url))
/** The names of models, but no key: commands with keys of their own would not need the server. */
const MODELS = ['--agent-model', 'offline:docent', '--assistant-model', 'ollama:small']
let folder: string
let docent: DocentCommand

// A test starts up to a dozen processes, one after the other.
vi.setConfig({ testTimeout: 90_000 })

interface Record {
  pid: number
  url: string
  control: string
  token: string
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docent-running-'))
  docent = new DocentCommand(folder, { DOCENT_DATA: 'data' })
  await mkdir(join(folder, 'data', 'repositories'), { recursive: true, mode: 0o700 })
  const path = join(folder, 'data', 'repositories', 'docs.git')
  const author = { name: 'Test', email: 'test@localhost' }
  await createLocalRepository({ path, from: content, message: 'Add documentation', author, date: 0 })
  const repository = pathToFileURL(path).href
  const added = await docent.run(['projects', 'add', 'docs', '--repository', repository, ...MODELS])
  expect(added).toMatchObject({ code: 0, stderr: '' })
}, 60_000)

afterAll(async () => {
  await docent.close()
  await rm(folder, { recursive: true, force: true })
})

const file = () => join(folder, 'data', 'server.json')
const record = async () => JSON.parse(await readFile(file(), 'utf8')) as Record

/** A model server that answers in one piece. */
async function modelServer() {
  const server = createServer((req, res) => {
    req.resume()
    const chunk = (delta: object, finish_reason: string | null) =>
      `data: ${JSON.stringify({ id: 'a', object: 'chat.completion.chunk', created: 0, model: 'small', choices: [{ index: 0, delta, finish_reason }] })}\n\n`
    res.writeHead(200, { 'content-type': 'text/event-stream' })
    res.end(
      `${chunk({ role: 'assistant', content: 'These are the docs of the server.' }, null)}${chunk({}, 'stop')}data: [DONE]\n\n`,
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}

it('a command works with the models of the running server, and without a server it says what is missing', async () => {
  const model = await modelServer()
  const server = docent.start(['serve', '--json'], { env: { OLLAMA_HOST: model.url, OLLAMA_MODEL: 'small' } })
  await server.output(/"url"/)
  expect((await stat(file())).mode & 0o777).toBe(0o600)
  const { pid, url } = await record()
  expect(pid).toBe(server.process.pid)
  expect(JSON.parse(await line(server))).toEqual({ url, pid, version: version() })

  // The server indexes by itself when it starts: until then the project is taken.
  const indexed = await vi.waitUntil(
    async () => {
      const { code, stdout } = await docent.run(['index', 'docs', '--json'])
      return code === 0 && (JSON.parse(stdout) as unknown)
    },
    { timeout: 30_000 },
  )
  expect(indexed).toMatchObject([{ project: 'docs', pages: 1 }])
  const asked = await docent.run(['ask', 'What', 'are', 'these', 'docs?'])
  expect(asked).toMatchObject({ code: 0, stderr: '' })
  expect(asked.stdout).toContain('These are the docs of the server.')
  const failed = await docent.run(['agent', 'follow', 'none'])
  expect(failed).toMatchObject({
    code: 1,
    stderr: 'Error: There is no job "none". See "docent agent list".\n',
  })

  server.process.kill('SIGTERM')
  expect((await server.finished).code).toBe(0)
  await expect(stat(file())).rejects.toMatchObject({ code: 'ENOENT' })
  const alone = await docent.run(['ask', 'What are these docs?'])
  expect(alone).toMatchObject({ code: 1, stderr: expect.stringMatching(/^Error: .*Set OLLAMA_HOST/) })
  model.close()
})

async function line(server: ReturnType<DocentCommand['start']>): Promise<string> {
  const [, text = ''] = await server.output(/^(\{.*\})\n/)
  return text
}

it('the address for commands answers nobody without the token', async () => {
  const server = docent.start(['serve'])
  await server.output(/Docent is ready/)
  const { control, token } = await record()
  for (const authorization of [undefined, 'Bearer ', `Bearer ${token}x`, token]) {
    const headers = defined({ authorization })
    const replies = await Promise.all([
      fetch(control, { headers }),
      fetch(control, { method: 'POST', headers, body: '{}' }),
    ])
    expect(replies.map(({ status }) => status)).toEqual([401, 401])
  }
  expect((await fetch(control, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200)
  server.process.kill('SIGTERM')
  await server.finished
})

it('a record that a killed server left behind, or that others could read, is passed over', async () => {
  const server = docent.start(['serve'])
  await server.output(/Docent is ready/)
  const left = await record()
  server.process.kill('SIGKILL')
  await server.finished
  expect(await record()).toEqual(left)
  const listed = await docent.run(['projects', 'list'])
  expect(listed).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('docs') })

  const other = createServer((_req, res) => res.end(JSON.stringify({ pid: process.pid, version: version() })))
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as AddressInfo
  let asked = 0
  other.on('request', () => asked++)
  const forged = { ...left, version: version(), pid: process.pid, control: `http://127.0.0.1:${port}` }
  await writeFile(file(), JSON.stringify(forged))
  await chmod(file(), 0o644)
  expect((await docent.run(['projects', 'list'])).code).toBe(0)
  expect(asked).toBe(0)
  await chmod(file(), 0o600)
  await writeFile(file(), JSON.stringify({ ...forged, version: '0.0.1' }))
  expect((await docent.run(['projects', 'list'])).code).toBe(0)
  expect(asked).toBe(0)
  other.close()
})

it('a command that the server runs ends by Ctrl-C, and says when the server stops', async () => {
  // The model never answers: the job is at work for as long as the server is.
  const silent = createServer((req) => req.resume())
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as AddressInfo
  const server = docent.start(['serve'], {
    env: { LOG_LEVEL: 'silent', OLLAMA_HOST: `http://127.0.0.1:${port}`, OLLAMA_MODEL: 'small' },
  })
  await server.output(/Docent is ready/)
  const repository = pathToFileURL(join(folder, 'data', 'repositories', 'docs.git')).href
  const models = ['--agent-model', 'ollama:small', '--assistant-model', 'offline:docent']
  await docent.run(['projects', 'add', 'held', '--repository', repository, ...models])
  const { id } = await docent.json<{ id: string }>(['agent', 'create', 'Wait.', '-p', 'held'])

  const { control, token } = await record()
  const followed = docent.start(['agent', 'follow', id])
  await followed.output(/> Wait/)
  followed.process.kill('SIGINT')
  expect(await followed.finished).toMatchObject({ code: 130, stderr: '' })
  expect((await fetch(control, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200)

  const cut = docent.start(['agent', 'follow', id])
  await cut.output(/> Wait/)
  server.process.kill('SIGTERM')
  expect(await cut.finished).toMatchObject({
    code: 1,
    stderr: 'Error: The server stopped while it ran the command. Run the command again.\n',
  })
  expect((await server.finished).code).toBe(0)
  silent.closeAllConnections()
  silent.close()
})

it('a question says which server ended when that one is killed', async () => {
  // A job that an earlier server left asks the model as well: the question is what has to reach it.
  const { promise: reachedModel, resolve: reached } = Promise.withResolvers<void>()
  const silent = createServer((req) =>
    req.on('data', (part) => String(part).includes('What is a page?') && reached()),
  )
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as AddressInfo
  const server = docent.start(['serve'], {
    env: { LOG_LEVEL: 'silent', OLLAMA_HOST: `http://127.0.0.1:${port}`, OLLAMA_MODEL: 'small' },
  })
  await server.output(/Docent is ready/)
  const { url } = await record()
  const asked = docent.start(['ask', 'What is a page?', '-p', 'docs'])
  await reachedModel
  server.process.kill('SIGKILL')
  expect(await asked.finished).toMatchObject({
    code: 1,
    stderr: `Error: The server at ${url} ended while it ran the command. Start it again, or run the command without a server.\n`,
  })
  silent.closeAllConnections()
  silent.close()
})

it('a command tells to restart a server that started before the configuration changed', async () => {
  const server = docent.start(['serve'], { env: { LOG_LEVEL: 'silent' } })
  await server.output(/Open the dashboard/)
  const path = join(folder, 'later.git')
  const author = { name: 'Test', email: 'test@localhost' }
  await createLocalRepository({ path, from: content, message: 'Add documentation', author, date: 0 })
  const later = `{ id: 'later', repository: '${pathToFileURL(path).href}', models: { assistant: 'offline:docent' } }`
  const config = join(folder, 'docent.config.mjs')
  await writeFile(config, `export default { projects: [${later}] }`)
  const asked = await docent.run(['ask', 'What is a page?', '-p', 'later'])
  expect(asked).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^Error: The server started before docent\.config\.ts changed\. Restart it, then run the command again\.\n {2}Until then: .*git-local allows/,
    ),
  })
  const missing = await docent.run(['agent', 'follow', 'none'])
  expect(missing.stderr).toBe('Error: There is no job "none". See "docent agent list".\n')
  server.process.kill('SIGTERM')
  await server.finished
  await rm(config)
})
