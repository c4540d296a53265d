import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { FROM_SOURCES } from '../../../../../scripts/from-sources.ts'
import { ThreadPool } from './thread-pool.ts'

/** `counts` is shared by all threads: [starts, times that the item `twice` ended a thread]. */
const entry = (start: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`
  import { parentPort, workerData } from 'node:worker_threads'
  const counts = new Int32Array(workerData)
  const started = Atomics.add(counts, 0, 1)
  ${start}
  parentPort.on('message', (items) => {
    for (const item of items) {
      if (item === 'once' && Atomics.add(counts, 1, 1) === 0) process.exit(1)
      if (item === 'deadly') process.exit(1)
      if (item === 'endless') for (;;);
      if (item === 'waiting') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500)
      if (item === 'crowded') throw Object.assign(new Error('open'), { code: 'EMFILE', syscall: 'open' })
      parentPort.postMessage([item])
    }
  })
  parentPort.postMessage('ready')
`)}`,
  )

let open: ThreadPool<string, string> | undefined
afterEach(() => open?.close())

function pool({ start = '', threads = 1, timeoutMs = 30_000 } = {}) {
  const counts = new Int32Array(new SharedArrayBuffer(8))
  const verdicts: string[] = []
  open = new ThreadPool<string, string>({
    entry: entry(start),
    work: counts.buffer,
    threads,
    timeoutMs,
    failed: (item, { cause }) => {
      verdicts.push(item)
      return cause
    },
  })
  return { run: (...items: string[]) => open?.run(items), counts, verdicts }
}

const MINUTE = 60_000

describe('what the machine is to blame for', () => {
  test('a thread that cannot start blames no item, and is tried again', async () => {
    const { run, verdicts } = pool({ start: "if (started < 2) throw new Error('no room')" })
    expect(await run('a', 'b')).toEqual(['a', 'b'])
    expect(verdicts).toEqual([])
  })

  test.each([
    ['that cannot start', "throw new Error('no room')", 'a'],
    ['that ends before it can work', 'process.exit(1)', 'a'],
    ['that the machine refuses another file', '', 'crowded'],
  ])('a thread %s for good fails the whole list, retryable, and no item', async (_what, start, item) => {
    const { run, counts, verdicts } = pool({ start })
    await expect(run('b', item)).rejects.toMatchObject({ code: 'unavailable', isRetryable: true })
    expect(verdicts).toEqual([])
    expect(counts[0]).toBe(3)
  })

  test('time that passes without work of the thread does not count against an item', async () => {
    const { run, verdicts } = pool({ timeoutMs: 200 })
    expect(await run('waiting', 'b')).toEqual(['waiting', 'b'])
    expect(verdicts).toEqual([])
  })

  test('an item that ended a thread once is tried again, and is well when it does not do it again', async () => {
    const { run, verdicts } = pool()
    expect(await run('once')).toEqual(['once'])
    expect(verdicts).toEqual([])
  })

  test(
    'threads start again once the process may open files again',
    () => {
      const program = fileURLToPath(new URL('../../../test/programs/crowded-pool.ts', import.meta.url))
      const node = [process.execPath, ...FROM_SOURCES, program].map((word) => `'${word}'`).join(' ')
      const { stdout, stderr } = spawnSync('sh', ['-c', `ulimit -n 64; exec ${node}`], { timeout: MINUTE })
      expect({ stdout: stdout.toString(), stderr: stderr.toString() }).toEqual({
        stdout: '{"refused":"unavailable","verdicts":0,"later":["a"]}\n',
        stderr: '',
      })
    },
    2 * MINUTE,
  )
})

test('an item beyond the CPU time of a thread, or that ends each thread, is its own failure alone', async () => {
  const { run } = pool({ timeoutMs: 200 })
  expect(await run('a', 'endless', 'b', 'deadly', 'c')).toEqual(['a', 'time', 'b', 'end', 'c'])
}, 60_000)
