import { afterEach, expect, test, vi } from 'vitest'
import { runCli } from '../cli.ts'

afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = undefined
})

async function printed(...args: string[]): Promise<string> {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  await runCli(['config', ...args])
  return log.mock.calls.flat().join('\n')
}

test('prints one option, or a section with its options', async () => {
  expect(await printed('http.port')).toBe(
    'http.port (integer, 0 to 65,535; default 3,000)\n  The port to listen on. The variable `PORT` and the option `--port` take precedence.',
  )
  expect(await printed('leases.jobs')).toContain(
    'leases.jobs.heartbeatMs (integer, 100 to 200,000; default 5,000)',
  )
})

test('prints all options, also as JSON', async () => {
  expect(JSON.parse(await printed('--json')).options).toContainEqual({
    name: 'projects.id',
    type: 'string',
    default: 'required',
    text: expect.stringContaining('Unique on the server'),
  })
})

test('says when there is no such option', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await printed('http.prot')
  expect(process.exitCode).toBe(1)
  expect(error.mock.calls.flat().join('\n')).toContain('There is no option "http.prot".')
})
