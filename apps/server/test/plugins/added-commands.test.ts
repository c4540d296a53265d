import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { DocentCommand } from '../cli/docent-command.ts'

// A test starts several processes, one after the other.
vi.setConfig({ testTimeout: 90_000 })

const PLUGIN = `
import { defineCommand, definePlugin } from '@docent/core/plugin'
import { z } from 'zod'

const lamp = defineCommand({
  description: 'Light the lamp of a project',
  args: {
    project: { type: 'positional', description: 'ID of the project' },
    color: { type: 'enum', options: ['red', 'green'], default: 'red', description: 'Color of the light' },
  },
  example: 'lamp handbook --color green',
  json: z.object({ project: z.string(), color: z.string(), process: z.int() }),
  async work({ args, url, out }) {
    out.progress({ label: 'lighting', done: 0, total: 1, msLeft: null })
    if (!url.startsWith('http')) throw new Error('no address')
    return { project: args.project, color: args.color, process: process.pid }
  },
  show: ({ project, color }, out) => out.line(project + ' is lit in ' + color + '.'),
})

const plugin = (name) => definePlugin({
  name: 'lamps',
  options: z.strictObject({}),
  setup: (_options, host) => host.addCommand(name, lamp),
})()

export default {
  plugins: (defaults) => [...defaults, plugin(process.env.LAMP_COMMAND ?? 'lamp')],
}
`

let folder: string
let docent: DocentCommand

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docent-added-commands-'))
  docent = new DocentCommand(folder, { DOCENT_DATA: 'data' })
  await writeFile(join(folder, 'docent.config.mjs'), PLUGIN)
  // What somebody who writes a plugin has installed beside it.
  await symlink(fileURLToPath(new URL('../../node_modules', import.meta.url)), join(folder, 'node_modules'))
})
afterAll(async () => {
  await docent.close()
  await rm(folder, { recursive: true, force: true })
})

test('a command of a plugin is in the help, checks its arguments, and runs in its own process', async () => {
  const all = await docent.run(['--help'])
  expect(all).toMatchObject({ code: 0, stderr: '' })
  expect(all.stdout).toMatch(/^ {2}lamp +Light the lamp of a project$/m)
  const help = await docent.run(['lamp', '--help'])
  expect(help.stdout).toContain('docent lamp <project> [options]')
  expect(help.stdout).toContain('{ project: string, color: string, process: number }')
  expect((await docent.run(['completion', 'bash'])).stdout).toContain('lamp')

  const lit = await docent.run(['lamp', 'handbook', '--color', 'green'])
  expect(lit).toMatchObject({ code: 0, stdout: 'handbook is lit in green.\n' })
  const wrong = await docent.run(['lamp', 'handbook', '--color', 'blue'])
  expect(wrong.code).toBe(1)
  expect(wrong.stderr).toContain('"blue"')
  const unknown = await docent.run(['lmap'])
  expect(unknown.stderr).toContain('Did you mean "docent lamp"?')
})

test('a command of a plugin runs inside of the running server', async () => {
  const server = docent.start(['serve', '--json'], { env: { PORT: '0' } })
  await server.output(/"url"/)
  const record = JSON.parse(await readFile(join(folder, 'data', 'server.json'), 'utf8')) as { pid: number }
  const lit = await docent.json<{ process: number; color: string }>(['lamp', 'handbook'])
  expect(lit).toMatchObject({ color: 'red', process: record.pid })
  server.process.kill('SIGTERM')
  await server.finished
})

test('a command that cannot be is an error that names the plugin', async () => {
  const taken = await docent.run(['lamp'], { env: { LAMP_COMMAND: 'ask' } })
  expect(taken).toMatchObject({ code: 1, stdout: '' })
  expect(taken.stderr).toContain('The plugin lamps adds "docent ask". Docent has a command of this name.')
  const help = await docent.run(['--help'], { env: { LAMP_COMMAND: 'two words' } })
  expect(help.code).toBe(0)
  expect(help.stderr).toContain('The plugin lamps adds "docent two words". A name is one word')
})
