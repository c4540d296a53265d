import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { bitbucket } from '../../../docs/test/example/bitbucket.ts'
import { askQuestions } from '../../src/init/ask-questions.ts'
import { choicesOf } from '../../src/init/provider-choices.ts'
import { DEFAULT_MANIFESTS } from '../../src/plugins/default-plugins.ts'
import { DocentCommand } from '../cli/docent-command.ts'
import { signIn } from '../sign-in.ts'
import { startTestServer } from '../start-test-server.ts'

const asked = vi.hoisted(() => ({ messages: [] as string[], options: [] as string[] }))
vi.mock('@clack/prompts', () => ({
  select: async ({ options, initialValue }: { options: { label: string }[]; initialValue: string }) => {
    asked.options.push(...options.map(({ label }) => label))
    return initialValue
  },
  text: async ({ message, defaultValue }: { message: string; defaultValue?: string }) => {
    asked.messages.push(message)
    return defaultValue ?? 'docs@acme.example'
  },
}))
// Each command loads the sources of the server anew, for its configuration.
vi.setConfig({ testTimeout: 240_000 })

const REPOSITORY = 'https://bitbucket.org/acme/docs'
const PACKAGE = 'docent-git-bitbucket'
const EXAMPLE = fileURLToPath(new URL('../../../docs/test/example/bitbucket.ts', import.meta.url))

/** A folder as somebody has it who installed the plugin beside Docent: the plugin alone, without this repository. */
let docent: DocentCommand
beforeAll(async () => {
  docent = new DocentCommand(await mkdtemp(join(tmpdir(), 'docent-bitbucket-')))
  const packages = join(docent.folder, 'node_modules')
  await mkdir(join(packages, PACKAGE), { recursive: true })
  await symlink(fileURLToPath(new URL('../../node_modules/zod', import.meta.url)), join(packages, 'zod'))
  await build({
    entryPoints: [EXAMPLE],
    outfile: join(packages, PACKAGE, 'index.js'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    conditions: ['source'],
    external: ['@docent/core', 'zod'],
  })
  const manifest = { name: PACKAGE, version: '1.0.0', type: 'module', exports: './index.js' }
  await writeFile(join(packages, PACKAGE, 'package.json'), JSON.stringify(manifest))
})
afterAll(() => rm(docent.folder, { recursive: true, force: true }))

/** Bitbucket's API as far as this test asks it. */
async function simulateBitbucket() {
  const seen: (string | undefined)[] = []
  const server = createServer((req, res) => {
    seen.push(req.headers.authorization)
    res.setHeader('content-type', 'application/json')
    if (req.headers.authorization === undefined) res.writeHead(401).end('{"type":"error"}')
    else res.end(JSON.stringify({ full_name: 'acme/docs', mainbranch: { name: 'trunk' } }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { baseUrl, seen, [Symbol.dispose]: () => void server.close() }
}

test('its credentials are a form of the dashboard, its route answers, and its errors say what to set', async () => {
  using api = await simulateBitbucket()
  await using server = await startTestServer({
    morePlugins: [bitbucket({ baseUrl: api.baseUrl })],
    project: { repository: REPOSITORY, branch: undefined },
  })
  const { headers } = await signIn(server, 'owner')
  const call = (method: string, path: string, body?: object) =>
    server.call(method, path, { key: null, headers, ...(body ? { body } : {}) })

  const refused = await call('GET', '/api/projects/docs/bitbucket-branch')
  expect(refused.status).toBeGreaterThanOrEqual(400)
  expect(refused.body.error).toContain('BITBUCKET_TOKEN')
  const health = async () => (await server.running.docent.health()).parts['git-bitbucket']
  expect(await health()).toMatchObject({ message: expect.stringContaining('git-bitbucket has no token') })

  const { body: listed } = await call('GET', '/api/secrets')
  expect(listed.applies).toBe(true)
  expect(listed.secrets).toMatchObject([
    { name: 'BITBUCKET_TOKEN', about: 'Bitbucket: API token', source: null },
    { name: 'BITBUCKET_EMAIL', about: 'Bitbucket: email address of the account', source: null },
  ])
  await call('PUT', '/api/secrets/BITBUCKET_EMAIL', { value: 'docs@acme.example' })
  expect((await call('PUT', '/api/secrets/BITBUCKET_TOKEN', { value: 'ATATT-secret' })).status).toBe(200)

  expect(await health()).toEqual({ ok: true })

  const shown = await call('GET', '/api/projects/docs/bitbucket-branch')
  expect([shown.status, shown.body]).toEqual([200, { branch: 'trunk' }])
  const basic = Buffer.from('docs@acme.example:ATATT-secret').toString('base64')
  expect(api.seen.at(-1)).toBe(`Basic ${basic}`)
  const { body: document } = await server.call('GET', '/openapi.json', { key: null })
  expect(document.paths['/api/projects/{projectId}/bitbucket-branch'].get.operationId).toBe(
    'getBitbucketBranch',
  )
})

test('docent init offers it, asks its question, and writes its variables', async () => {
  const choices = choicesOf([bitbucket.manifest, ...DEFAULT_MANIFESTS])
  const given = { repository: REPOSITORY, model: 'offline' }
  const answers = await askQuestions(given, { folder: docent.folder, env: {}, choices })
  expect(asked.options).toContain('Bitbucket Cloud')
  expect(asked.messages).toContain(
    'Which Bitbucket account does the API token belong to? Enter its email address.',
  )
  expect(answers).toMatchObject({
    'git-host': 'bitbucket',
    values: { BITBUCKET_EMAIL: 'docs@acme.example' },
  })
})

test('an outside package is added by docent init, and brings its command', async () => {
  const init = ['init', '--plugin', PACKAGE, '--repository', REPOSITORY, '--model', 'offline', '--skip-test']
  const made = await docent.run(init)
  expect(made).toMatchObject({ code: 0, stderr: '' })
  expect(made.stdout).toContain('set BITBUCKET_EMAIL and BITBUCKET_TOKEN in .env')
  const read = (file: string) => readFile(join(docent.folder, file), 'utf8')
  expect(await read('docent.config.ts')).toContain(`import { bitbucket } from '${PACKAGE}'`)
  expect(await read('docent.config.ts')).toContain('plugins: (defaults) => [...defaults, bitbucket()],')
  expect(await read('.env')).toContain('# BITBUCKET_TOKEN=')
  const told = await docent.run(['bitbucket'])
  expect(told).toMatchObject({ code: 0, stdout: `docs: ${REPOSITORY}\n` })

  const none = await docent.run(['init', '--plugin', 'docent-gone', '--repository', REPOSITORY, '--force'])
  expect(none.stderr).toContain('--plugin: docent-gone cannot be imported. Run "npm install docent-gone"')
})
