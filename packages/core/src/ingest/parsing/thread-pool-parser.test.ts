import { afterEach, expect, test } from 'vitest'
import type { SourceText } from './page-parser.ts'
import { ThreadPoolParser } from './thread-pool-parser.ts'

/** Stands for parse.worker.js: answers the files it got, dies of one and hangs on another. */
const ENTRY = new URL(
  `data:text/javascript,${encodeURIComponent(`
  import { parentPort, threadId } from 'node:worker_threads'
  parentPort.on('message', (files) => {
    for (const { file } of files) {
      if (file === 'deadly.md') process.exit(1)
      if (file === 'endless.md') for (;;);
      if (file === 'throwing.md') throw new Error('out of memory')
      parentPort.postMessage([{ file, page: { path: String(threadId) }, passages: [], problems: [] }])
    }
  })
  parentPort.postMessage('ready')
`)}`,
)

let parser: ThreadPoolParser | undefined

afterEach(() => parser?.close())

function pool(threads = 2, timeoutMs = 30_000): ThreadPoolParser {
  parser = new ThreadPoolParser({ files: [], texts: new Map() }, { entry: ENTRY, threads, timeoutMs })
  return parser
}

const files = (...names: string[]): SourceText[] =>
  names.map((file) => {
    return {
      path: file,
      file,
      content: new Uint8Array(),
      included: new Map(),
      absent: new Set(),
      isComplete: false,
    }
  })
const numbered = (count: number) => Array.from({ length: count }, (_, at) => `page${at}.md`)

test('answers one result for each file, in their order, from several threads', async () => {
  const parsed = await pool(2).parse(files(...numbered(100)))
  expect(parsed.map(({ file }) => file)).toEqual(numbered(100))
  const threads = new Set(parsed.map((result) => ('page' in result ? result.page.path : 'failed')))
  expect(threads.size).toBe(2)
})

test.each(['deadly.md', 'throwing.md'])(
  'reports the file that a thread died of (%s), and no other',
  async (name) => {
    const parsed = await pool(1).parse(files(...numbered(20), name, 'last.md'))
    expect(parsed.filter((result) => 'failure' in result).map(({ file }) => file)).toEqual([name])
    expect(parsed).toHaveLength(22)
  },
)

test('reports a file that takes too long', async () => {
  const parsed = await pool(1, 200).parse(files('endless.md', 'short.md'))
  expect(parsed).toEqual([
    { file: 'endless.md', failure: expect.stringContaining('200 ms') },
    expect.objectContaining({ file: 'short.md' }),
  ])
})

test('starts no thread again once it is closed', async () => {
  const closing = pool(1)
  const parsing = closing.parse(files('endless.md'))
  parsing.catch(() => undefined)
  await closing.close()
  await expect(parsing).rejects.toMatchObject({ code: 'aborted' })
  await expect(closing.parse(files('a.md'))).rejects.toMatchObject({ code: 'aborted' })
})

test('rejects with the reason of an aborted signal', async () => {
  const reason = new Error('stopped')
  await expect(pool().parse(files('a.md'), { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
})
