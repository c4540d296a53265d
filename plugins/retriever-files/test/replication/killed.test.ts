import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FROM_SOURCES } from '../../../../scripts/from-sources.ts'
import { commit, LONG, revisionsFound, serves, TestNodes } from './test-nodes.ts'

// Each test starts several processes.
vi.setConfig({ testTimeout: 300_000 })
const PROGRAM = fileURLToPath(new URL('node-program.ts', import.meta.url))
let nodes: TestNodes

beforeEach(async () => {
  nodes = await TestNodes.make()
})

afterEach(() => nodes.close())

function start(name: string, ...args: string[]) {
  const { s3, folder } = nodes
  const child = spawn(process.execPath, [...FROM_SOURCES, PROGRAM, join(folder, name), s3.bucket, ...args], {
    env: { PATH: process.env.PATH ?? '', ...s3.environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return { child, said: text(child.stdout) }
}

/** Ends a process as a power cut does, once the store was asked so many times for files. */
async function killAfter(name: string, request: RegExp, count: number, ...args: string[]): Promise<void> {
  const seen = () => nodes.s3.requests.filter((each) => request.test(each)).length
  const before = seen()
  nodes.s3.latencyMs = 300
  const { child } = start(name, ...args)
  const exited = once(child, 'exit')
  await vi.waitFor(() => expect(seen() - before).toBeGreaterThanOrEqual(count), LONG)
  child.kill('SIGKILL')
  await exited
  nodes.s3.latencyMs = 0
}

test('a node that is killed while it pulls serves what it had, and then the newest', async () => {
  const writer = await nodes.start('one')
  await commit(writer, 'r1')
  expect((await start('two', 'read').said).trim()).toBe('r1')
  await commit(writer, 'r2', '-\n'.repeat(3_000_000))
  for (const count of [1, 2]) await killAfter('two', /^GET .*files/, count, 'pull')
  await nodes.s3.close()
  expect((await start('two', 'read').said).trim()).toBe('r1')
  await nodes.s3.listen()
  await serves(await nodes.start('two'), 'r2')
})

test('a writer that is killed while it uploads changes nothing, and writes again', async () => {
  const reader = await nodes.start('one')
  expect((await start('two', 'write', 'r1').said).trim()).toBe('r1')
  await serves(reader, 'r1')
  await killAfter('two', /^PUT .*files/, 2, 'write', 'r2')
  expect(await revisionsFound(reader)).toEqual(['r1'])
  expect((await start('two', 'write', 'r3').said).trim()).toBe('r3')
  await serves(reader, 'r3')
  expect(await revisionsFound(await nodes.start('three'))).toEqual(['r3'])
})
