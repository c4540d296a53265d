import { expect, test } from 'vitest'
import { FROM_SOURCES } from '../../../scripts/from-sources.ts'
import { readInThread, shared } from './read-apis.ts'

const ENTRY = new URL('./openapi.worker.ts', import.meta.url)
const OPERATION = '{ get: { summary: Trim the wick, responses: {} } }'

test('a thread reads descriptions; one beyond the limits is left out, and the others are read', async () => {
  const texts = {
    'a.yaml': `openapi: 3.1.0\ninfo: { title: A }\npaths: { /wick: ${OPERATION} }`,
    'huge.yaml': `openapi: 3.1.0\npaths:\n${Array.from({ length: 60_000 }, (_, at) => `  /w${at}: ${OPERATION}\n`).join('')}`,
    'other.json': '{}',
    'z.yaml': `openapi: 3.1.0\ninfo: { title: Z }\npaths: { /wick: ${OPERATION} }`,
  }
  const contents = new Map(
    Object.entries(texts).map(([path, text]) => [path, shared(new TextEncoder().encode(text))]),
  )
  const files = [...contents.keys()]
  const read = await readInThread(ENTRY, { files, contents }, files, {
    memoryMb: 64,
    execArgv: FROM_SOURCES,
  })
  expect(read).toMatchObject([
    { kind: 'api', file: 'a.yaml', pages: [{ name: 'GET /wick' }] },
    { kind: 'unreadable', file: 'huge.yaml', reason: 'Parsing took more than 64 MB of memory.' },
    { kind: 'other' },
    { kind: 'api', file: 'z.yaml', titles: ['z', 'z'] },
  ])
}, 120_000)

test('a thread takes descriptions of any size without holding up the server', async () => {
  const content = new Uint8Array(128 * 1024 * 1024).fill(1)
  const contents = new Map([['large.bin', shared(content)]])
  const copying = cpuOf(() => structuredClone(content))
  let read: Promise<unknown> = Promise.resolve()
  const starting = cpuOf(() => {
    read = readInThread(ENTRY, { files: [], contents }, ['absent.yaml'], { execArgv: FROM_SOURCES })
  })
  expect(await read).toMatchObject([{ kind: 'other' }])
  expect(starting).toBeLessThan(copying / 5)
})

function cpuOf(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return user + system
}
