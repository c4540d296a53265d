import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { scriptedModel, scriptedProvider } from '@docent/testing'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { commandTree, leavesOf } from '../../../packages/command-line/src/tree/command-tree.ts'
import { commandHelp } from '../../../packages/command-line/src/tree/help.ts'
import { withFeatures } from '../src/command-line/added-commands.ts'
import { COMMANDS } from '../src/docent-commands.ts'
import { runInProcess } from './cli/in-process.ts'
import { startTestServer, type TestServer } from './start-test-server.ts'
import { type WebhookReceiver, webhookReceiver } from './webhooks/webhook-receiver.ts'

const folder = process.cwd()
const commands = leavesOf(await commandTree(withFeatures(COMMANDS)))
const names = commands.map(({ path }) => path.join(' '))
let server: TestServer
let receiver: WebhookReceiver

/** How each command is called here; `id()` is of what an earlier one made. */
const CALLS: Readonly<Record<string, () => Promise<readonly string[]>>> = {
  'keys create': async () => ['--name', 'table'],
  'keys list': async () => [],
  'keys change': async () => [(await json<{ id: string }>('keys', 'create')).id, '--spend-per-month', '5'],
  'keys revoke': async () => [(await json<{ id: string }>('keys', 'create')).id],
  'keys reseal': async () => [],
  'owner-link': async () => [],
  'projects add': async () => ['more', '--repository', `file://${server.repository}`],
  'projects inspect': async () => ['docs'],
  'projects list': async () => [],
  'watch status': async () => [],
  'projects remove': async () => [await addedProject('removed')],
  'projects restore': async () => {
    const id = await addedProject('restored')
    await json('projects', 'remove', id)
    return [id]
  },
  index: async () => ['docs'],
  ask: async () => ['What', 'are', 'these', 'docs?', '-p', 'docs'],
  'agent create': async () => ['Do something.', '-p', 'docs', '--follow'],
  'agent list': async () => ['-p', 'docs'],
  'agent follow': async () => [await finishedJob()],
  'agent wait': async () => [await finishedJob()],
  'agent message': async () => [await finishedJob(), 'Go on.'],
  'agent cancel': async () => [(await json<{ id: string }>('agent', 'create', 'Wait.', '-p', 'docs')).id],
  'agent archive': async () => [await finishedJob()],
  'threads forget': async () => ['--fp', 'nobody', '-p', 'docs'],
  eval: async () => ['questions.jsonl', '-p', 'docs', '--answers', '--against', 'docent.config.mjs'],
  'eval generate': async () => ['-p', 'docs'],
  'models check': async () => ['offline:docent', '-p', 'docs', '--tasks', 'none'],
  'gaps list': async () => ['-p', 'docs'],
  'gaps fix': async () => {
    await json('ask', 'How much is the moon?', '-p', 'docs')
    const [gap] = await json<{ id: string }[]>('gaps', 'list', '-p', 'docs')
    return [gap?.id ?? '', '-p', 'docs']
  },
  limits: async () => {
    await json('keys', 'create', '--spend-per-month', '25')
    return []
  },
  'webhooks list': async () => [],
  'webhooks resend': async () => {
    await finishedJob()
    return vi.waitUntil(
      async () => {
        const [found] = await json<{ id: string }[]>('webhooks', 'list', '--status', 'delivered')
        return found && [found.id]
      },
      { timeout: 30_000 },
    )
  },
  config: async () => ['http'],
  backup: async () => [],
  'note-backup': async () => ['docent.dump', '--at', '2026-11-22T19:00:00Z'],
  restore: async () => {
    const { file } = await json<{ file: string }>('backup')
    // Its data directory is one that no server uses.
    vi.stubEnv('DOCENT_DATA', 'restored')
    return [file]
  },
  doctor: async () => [],
  completion: async () => ['bash'],
}

/** `serve`, `work` and `init` run in processes of their own, see running-server.test.ts, roles.test.ts and init.test.ts; `migrate` needs PostgreSQL, see migrate.test.ts; `plugin new` packs the clone, see check:packed; `drift` and `watch replay` need a repository with a history, see their package. */
const ELSEWHERE = ['init', 'serve', 'work', 'migrate', 'plugin new', 'drift', 'watch replay']

beforeAll(async () => {
  const model = scriptedModel(() => ({ text: 'Done.' }))
  receiver = await webhookReceiver((_request, response) => void response.writeHead(204).end())
  const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
  const webhooks = [{ url: receiver.url, secret, allowPrivate: true, id: 'ci' }]
  server = await startTestServer({
    models: scriptedProvider('offline', { docent: model }, { assistant: 'docent', agent: 'docent' }),
    config: { webhooks },
  })
  const models = { assistant: 'offline:docent', agent: 'offline:docent' }
  const repository = `file://${server.repository}`
  const projects = [{ id: 'docs', repository, branch: 'main', models }]
  await writeFile(
    join(server.directory, 'docent.config.mjs'),
    `export default ${JSON.stringify({ projects, webhooks })}`,
  )
  await writeFile(
    join(server.directory, 'questions.jsonl'),
    '{"question":"Welcome?","page":"/","contains":"docs"}',
  )
  process.chdir(server.directory)
  vi.stubEnv('DOCENT_DATA', 'data')
}, 60_000)

afterEach(() => {
  process.exitCode = undefined
  vi.stubEnv('DOCENT_DATA', 'data')
})

afterAll(async () => {
  process.chdir(folder)
  vi.unstubAllEnvs()
  await server[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
})

async function json<Value>(...args: string[]): Promise<Value> {
  const { stdout, stderr } = await runInProcess([...args, '--json'])
  expect(stderr).toBe('')
  return JSON.parse(stdout) as Value
}

async function addedProject(id: string): Promise<string> {
  await json('projects', 'add', id, '--repository', `file://${server.repository}`)
  return id
}

async function finishedJob(): Promise<string> {
  const { id } = await json<{ id: string }>('agent', 'create', 'Do something.', '-p', 'docs')
  await json('agent', 'wait', id)
  return id
}

test('every command is called here', () => {
  expect([...Object.keys(CALLS), ...ELSEWHERE].sort()).toEqual([...names].sort())
})

test.each(Object.keys(CALLS))(
  'docent %s prints the JSON of its documented shape, and nothing else',
  async (name) => {
    const { help } = commands.find(({ path }) => path.join(' ') === name)?.command ?? {}
    const args = (await CALLS[name]?.()) ?? []
    const { stdout, stderr } = await runInProcess([...name.split(' '), ...args, '--json'])
    expect(stderr).toBe('')
    const isLines = name === 'agent follow' || args.includes('--follow')
    const text = isLines ? (stdout.trim().split('\n').at(-1) ?? '') : stdout
    const value = JSON.parse(text)
    // A field that the shape does not name would be gone.
    expect(help?.json.parse(value)).toEqual(value)
  },
  60_000,
)

test('a failure is one line of JSON on standard error', async () => {
  const { stdout, stderr } = await runInProcess(['agent', 'follow', 'none', '--json'])
  expect(stdout).toBe('')
  expect(JSON.parse(stderr)).toEqual({
    error: { code: 'not_found', message: 'There is no job "none". See "docent agent list".', details: [] },
  })
  expect(process.exitCode).toBe(1)
})

test.each(commands.map((each) => [each.path.join(' '), each] as const))(
  'the help of docent %s has usage, options, an example that is right, JSON and exit codes',
  (name, { path, command }) => {
    const text = commandHelp(path, command)
    for (const part of ['USAGE', 'OPTIONS', 'EXAMPLE', 'JSON', 'EXIT CODES'])
      expect(text).toContain(`\n${part}\n`)
    expect(text).toContain(`\n  docent ${name}`)
    expect(command.help.example.startsWith(name)).toBe(true)
    for (const [, arg] of Object.entries(command.help.args))
      expect(text.replace(/\s+/g, ' ')).toContain(arg.description)
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(110)
  },
)
