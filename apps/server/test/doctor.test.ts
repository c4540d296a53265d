import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
  const { code, stdout } = await docent.run(['doctor', '--json', ...args])
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
