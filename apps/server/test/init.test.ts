import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { createLocalRepository } from '@docent/git-local'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { DocentCommand } from './cli/docent-command.ts'

const content = fileURLToPath(new URL('fixture-docs', import.meta.url))
let directory: string
let repository: string
let docent: DocentCommand
let count = 0

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'docent-init-test-'))
  repository = join(directory, 'Acme Handbook.git')
  const author = { name: 'Test', email: 'test@localhost' }
  await createLocalRepository({
    path: repository,
    from: content,
    message: 'Add documentation',
    author,
    date: 0,
  })
})
beforeEach(async () => {
  const folder = join(directory, `case-${count++}`)
  await mkdir(folder)
  docent = new DocentCommand(folder)
})
afterAll(() => rm(directory, { recursive: true, force: true }))

const read = (file: string) => readFile(join(docent.folder, file), 'utf8')

test('writes a configuration by flags, tries it, and says what to do next', async () => {
  const made = await docent.run(['init', '--repository', repository, '--address', 'https://bot.acme.com/'])
  expect(made).toMatchObject({ code: 0, stderr: '' })
  expect(made.stdout).toMatch(/^Wrote docent\.config\.ts\.$/m)
  expect(made.stdout).toMatch(/^Documentation: 1 page, layout plain, read in \d+ ms\.$/m)
  expect(made.stdout).toMatch(/^Model: offline:docent answered in \d+ ms\.$/m)
  expect(made.stdout).toContain('  1. Start the server: docent serve\n')
  expect(await read('docent.config.ts')).toBe(`import { defineConfig } from '@docent/server'

export default defineConfig({
  projects: [
    {
      id: 'acme-handbook',
      repository: '${pathToFileURL(repository).href}',
      models: { agent: 'offline:docent', assistant: 'offline:docent' },
    },
  ],
  http: { publicUrl: 'https://bot.acme.com' },
})
`)
  await expect(stat(join(docent.folder, '.env'))).rejects.toMatchObject({ code: 'ENOENT' })
  const listed = await docent.json<{ id: string; domain: string }[]>(['projects', 'list'])
  expect(listed).toMatchObject([{ id: 'acme-handbook', domain: 'acme-handbook' }])
})

test('overwrites nothing by itself', async () => {
  await writeFile(join(docent.folder, 'docent.config.ts'), 'export default {}\n')
  const refused = await docent.run(['init', '--repository', repository])
  expect(refused).toMatchObject({
    code: 1,
    stderr: 'Error: This folder already has a docent.config.ts. Edit it, or add --force to replace it.\n',
  })
  expect(await read('docent.config.ts')).toBe('export default {}\n')
  await writeFile(join(docent.folder, '.env'), 'MINE=1')
  const forced = await docent.run([
    'init',
    '--repository',
    repository,
    '--force',
    '--skip-test',
    '--model',
    'anthropic',
  ])
  expect(forced.code).toBe(0)
  expect(await read('.env')).toBe('MINE=1\n# Key of the model\n# ANTHROPIC_API_KEY=\n')
  expect(forced.stdout).toContain('1. Set ANTHROPIC_API_KEY in .env or in the environment.')
})

test('a model server of one’s own is written to .env, called once, and read at the next start', async () => {
  let asked = 0
  const server = createServer((req, res) => {
    req.resume()
    asked++
    const choice = { index: 0, message: { role: 'assistant', content: 'ready' }, finish_reason: 'stop' }
    const usage = { prompt_tokens: 5, completion_tokens: 1, total_tokens: 6 }
    res.setHeader('content-type', 'application/json')
    res.end(
      JSON.stringify({
        id: 'a',
        object: 'chat.completion',
        created: 0,
        model: 'small',
        choices: [choice],
        usage,
      }),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const flags = ['--model', 'compatible', '--model-url', url, '--model-name', 'small', '--domain', 'docs']
  const result = await docent.json<{ files: string[]; model: unknown; source: unknown }>([
    'init',
    '--repository',
    repository,
    ...flags,
  ])
  expect(result).toMatchObject({
    files: ['docent.config.ts', '.env'],
    domain: 'docs',
    source: { layout: 'plain', pages: 1 },
    model: { model: 'openai:small', said: 'ready' },
  })
  expect(asked).toBe(1)
  expect((await stat(join(docent.folder, '.env'))).mode & 0o777).toBe(0o600)
  expect(await read('.env')).toContain(`OPENAI_BASE_URL=${url}\n`)
  server.close()
})

test('says which part of the test failed, keeps the files, and fails', async () => {
  const missing = pathToFileURL(join(directory, 'none.git')).href
  const made = await docent.run([
    'init',
    '--repository',
    missing,
    '--model',
    'anthropic',
    '--key-variable',
    'MY_KEY',
  ])
  expect(made.code).toBe(1)
  expect(made.stderr).toMatch(/^Documentation: There is no git repository at file:.*none\.git/m)
  expect(made.stderr).toMatch(/^Model: Docent did not call the model, because MY_KEY is not set\.$/m)
  expect(made.stdout).toMatch(
    / 1\. Correct docent\.config\.ts .*: docent doctor\n {2}2\. Set MY_KEY in \.env /,
  )
  expect(await read('docent.config.ts')).toContain(
    'if (process.env.MY_KEY) process.env.ANTHROPIC_API_KEY ??= process.env.MY_KEY\n',
  )
  expect(await read('.env')).toBe('# Key of the model\n# MY_KEY=\n')
})

test('a model server of one’s own that refuses or is away is the first thing to mend', async () => {
  const server = createServer((_, res) => {
    res.statusCode = 401
    res.setHeader('content-type', 'application/json')
    res.end('{"error": {"message": "Incorrect API key provided.", "type": "invalid_request_error"}}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const flags = ['--model', 'compatible', '--model-url', url, '--model-name', 'small', '--domain', 'docs']
  const init = ['init', '--repository', repository, ...flags]
  const refused = await docent.run(init, { env: { OPENAI_API_KEY: 'sk-wrong' } })
  expect(refused.code).toBe(1)
  expect(refused.stderr).toContain('refused the key (status 401). Check OPENAI_API_KEY.')
  expect(refused.stdout).toContain(
    '  1. Fix the error of the model above. Then check it: docent doctor\n  2. Start the server',
  )
  const keyless = await docent.run([...init, '--force'])
  expect(keyless.stderr).toContain('needs a key. Set OPENAI_API_KEY.')
  server.close()
  server.closeAllConnections()
  const away = await docent.run([...init, '--force'])
  expect(away.stderr).toContain('Nothing listens at')
  expect(away.stdout).not.toContain('Set OPENAI_API_KEY')
})

test('Ctrl-C in the middle of the test says what is written, and how to test it', async () => {
  const server = createServer(() => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const flags = ['--model', 'compatible', '--model-url', url, '--model-name', 'small', '--domain', 'docs']
  const asked = once(server, 'request')
  const running = docent.start(['init', '--repository', repository, ...flags])
  await asked
  running.process.kill('SIGINT')
  const { code, stderr } = await running.finished
  expect(code).toBe(130)
  expect(stderr).toContain('You stopped the test. The files are written. To test them, run: docent doctor')
  expect(await read('docent.config.ts')).toContain("id: 'docs'")
  server.closeAllConnections()
  server.close()
})

test('never repeats what may be a key', async () => {
  const { code, stdout, stderr } = await docent.run([
    'init',
    '--repository',
    repository,
    '--model',
    'anthropic',
    '--key-variable',
    'sk-ant-123',
  ])
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toContain('--key-variable: This is not the name of a variable, such as ANTHROPIC_API_KEY.')
  expect(stderr).not.toContain('sk-ant')
})

test('needs a token of the host for pull requests alone, and names commands as they were typed', async () => {
  const flags = ['--repository', 'https://github.com/acme/handbook', '--skip-test', '--json']
  const { stdout } = await docent.run(['init', ...flags], { env: { npm_lifecycle_event: 'docent' } })
  expect(JSON.parse(stdout).next).toEqual([
    'Start the server: npm start',
    'Ask a question: npm run --silent docent -- ask "How do I begin?" -p handbook',
    'Create a key for your site: npm run --silent docent -- keys create --kind assistant --project handbook',
    'To let the agent open pull requests, set GITHUB_TOKEN in .env or in the environment.',
  ])
})

test.each([
  [[], '--repository: Enter a folder or an address, such as ./docs or https://github.com/acme/docs.'],
  [['--repository', './nowhere'], '--repository: "./nowhere" is neither a folder nor an address'],
  [['--repository', '.'], 'is not in a git repository. Run "git init" there'],
  [['--repository', 'https://git.example/a', '--domain', 'A b'], '--domain: "A b" must be'],
  [['--repository', 'https://git.example/a', '--address', 'bot'], '--address: "bot" must be an address'],
  [['--repository', 'https://git.example/a', '--model', 'compatible'], '--model-url: Give the address'],
])('refuses init %j in one line', async (args, message) => {
  const { code, stdout, stderr } = await docent.run(['init', ...args])
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toContain(message)
  expect(stderr).toMatch(/^Error: .*\n$/)
})
