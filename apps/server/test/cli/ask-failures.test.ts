import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { createLocalRepository } from '@docent/git-local'
import { openaiChatWire, type WireServer } from '@docent/simulators'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { DocentCommand } from './docent-command.ts'

vi.setConfig({ testTimeout: 90_000 })

let folder: string
let wire: WireServer
let docent: DocentCommand

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docent-ask-'))
  wire = await openaiChatWire(() => ({
    text: 'These are the docs, and this is a long answer about them. [1]',
  }))
  docent = new DocentCommand(folder, {
    DOCENT_DATA: 'data',
    OPENAI_API_KEY: 'sk-test',
    OPENAI_BASE_URL: wire.baseURL,
    OPENAI_MODEL: 'one',
  })
  const path = join(folder, 'data', 'repositories', 'handbook.git')
  await createLocalRepository({
    path,
    from: fileURLToPath(new URL('../fixture-docs', import.meta.url)),
    message: 'Add documentation',
    author: { name: 'Test', email: 'test@localhost' },
    date: 0,
  })
  const added = await docent.run(['projects', 'add', 'handbook', '--repository', pathToFileURL(path).href])
  expect(added).toMatchObject({ code: 0, stderr: '' })
  expect(await docent.run(['index'])).toMatchObject({ code: 0 })
}, 120_000)

afterAll(async () => {
  await docent.close()
  await wire.close()
  await rm(folder, { recursive: true, force: true })
})

test('an answer that is cut keeps what was said, and tells why it ended on a line of its own', async () => {
  wire.plant({ kind: 'cut', afterEvents: 4 })
  const { code, stdout, stderr } = await docent.run(['ask', 'What are these docs?'])
  expect(stdout).toMatch(/^These are\b.*\n$/)
  expect(stderr).toMatch(/^Error: The reply of openai \(\S+\) broke off\.$/m)
  expect(code).toBe(1)
})

test('a wrong key is named, and never printed', async () => {
  wire.plant({ kind: 'status', status: 401 })
  const { code, stdout, stderr } = await docent.run(['ask', 'What are these docs?'])
  expect(stdout).toBe('')
  expect(stderr).toMatch(/^Error: openai \(\S+\) refused the key \(status 401\)\. Check OPENAI_API_KEY\.$/m)
  expect(stderr).not.toContain('sk-')
  expect(code).toBe(1)
})

test('a project that is not there is named, and how to see those that are', async () => {
  const { code, stderr } = await docent.run(['ask', 'What?', '-p', 'nowhere'])
  expect(stderr).toBe('Error: There is no project "nowhere". See "docent projects list".\n')
  expect(code).toBe(1)
})

test('a model that is away is named', async () => {
  const away = await openaiChatWire(() => ({ text: '' }))
  await away.close()
  const { code, stderr } = await docent.run(['ask', 'What?'], { env: { OPENAI_BASE_URL: away.baseURL } })
  expect(stderr).toContain(`Error: Nothing listens at ${away.baseURL}: the connection was refused.`)
  expect(code).toBe(1)
})

test('watching prints a line of JSON for each index, and ends when it is asked to', async () => {
  const { process: child, finished, output } = docent.start(['index', '--watch', '--json'])
  await output(/\n/)
  child.kill('SIGTERM')
  const { code, stdout, stderr } = await finished
  expect(code).toBe('SIGTERM')
  const lines = stdout.split('\n').filter((line) => line !== '')
  expect(lines.map((line) => JSON.parse(line))).toEqual([expect.objectContaining({ project: 'handbook' })])
  expect(stderr).toBe('')
})
