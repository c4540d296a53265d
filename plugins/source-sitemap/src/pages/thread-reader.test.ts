import { afterEach, expect, test } from 'vitest'
import type { PageInput } from './read-reply.ts'
import { ThreadReader } from './thread-reader.ts'

/** Stands for page.worker.js: answers pages, dies of one, throws at one and hangs on another. */
const ENTRY = new URL(
  `data:text/javascript,${encodeURIComponent(`
  import { parentPort, threadId, workerData } from 'node:worker_threads'
  parentPort.on('message', ([{ url }]) => {
    if (url.endsWith('deadly')) process.exit(1)
    if (url.endsWith('endless')) for (;;);
    if (url.endsWith('throwing')) throw new Error('Maximum call stack size exceeded')
    parentPort.postMessage([{ kind: 'html', canonical: workerData.product + ' ' + threadId }])
  })
  parentPort.postMessage('ready')
`)}`,
)

let reader: ThreadReader | undefined
afterEach(() => reader?.close())

function open(longestMs = 30_000) {
  const source = { plugin: 'sitemap', url: 'https://docs.example' }
  reader = new ThreadReader(ENTRY, { source, origins: [], product: 'DocentBot' }, longestMs)
  return reader
}

const { signal } = new AbortController()
const page = (name: string): PageInput => ({
  url: `https://docs.example/${name}`,
  body: new Uint8Array(),
  type: 'text/html',
  robots: [],
})

test('reads pages one after the other in one thread, which knows the site', async () => {
  const threads = open()
  const read = await Promise.all(['a', 'b', 'c'].map((name) => threads.read(page(name), signal)))
  expect(new Set(read.map((reply) => ('canonical' in reply ? reply.canonical : reply.kind))).size).toBe(1)
  expect(read[0]).toMatchObject({ canonical: expect.stringMatching(/^DocentBot \d+$/) })
})

test.each([
  ['deadly', /the thread ended/],
  ['throwing', /call stack/],
])('tells of a page that a thread dies of (%s), and reads the next in another', async (name, reason) => {
  const threads = open()
  const [broken, next] = await Promise.all([
    threads.read(page(name), signal),
    threads.read(page('next'), signal),
  ])
  expect(broken).toEqual({ kind: 'broken', reason: expect.stringMatching(reason) })
  expect(next).toMatchObject({ kind: 'html' })
})

test('gives up a page that takes too long', async () => {
  const threads = open(3_000)
  expect(await threads.read(page('endless'), signal)).toEqual({
    kind: 'broken',
    reason: 'it took longer than 3000 ms',
  })
  expect(await threads.read(page('next'), signal)).toMatchObject({ kind: 'html' })
})

test('ends with the reason of the signal, whatever a page does', async () => {
  const reason = new Error('stopped')
  const controller = new AbortController()
  const reading = open().read(page('endless'), controller.signal)
  setTimeout(() => controller.abort(reason), 50)
  await expect(reading).rejects.toBe(reason)
})
