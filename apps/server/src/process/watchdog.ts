import { Worker } from 'node:worker_threads'
import type { Logger } from '@docent/core/plugin'
import type { WorkUnderWay } from './work-under-way.ts'

/** CPU time without a turn of the event loop after which a process never comes back by itself, ms. */
const STUCK_MS = 30_000
/** How often the event loop says that it turns, and the watchdog looks, ms. */
const EVERY_MS = 1_000

/**
 * Ends a process whose event loop has not turned for 30 s of its own CPU time: it answers nobody, and whoever starts it
 * again has one that does. Time during which the process was paused, or its machine had other work, does not count. The
 * last line on standard error names what was under way. An end like this counts as an attempt of a job.
 */
export class Watchdog implements Disposable {
  readonly #turns = new Int32Array(new SharedArrayBuffer(4))
  readonly #timer: NodeJS.Timeout
  readonly #worker: Worker

  constructor(
    work: WorkUnderWay,
    logger: Pick<Logger, 'warn'>,
    stuckMs: number = STUCK_MS,
    everyMs: number = EVERY_MS,
  ) {
    this.#timer = setInterval(() => Atomics.add(this.#turns, 0, 1), everyMs).unref()
    const workerData = { turns: this.#turns, text: work.shared, pid: process.pid, stuckMs, everyMs }
    this.#worker = new Worker(PROGRAM, { eval: true, workerData, execArgv: [], stdin: false })
    this.#worker.on('error', (error) =>
      logger.warn({ err: error }, 'the watchdog ended: a process that hangs will not end by itself'),
    )
    this.#worker.unref()
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer)
    void this.#worker.terminate()
  }
}

/**
 * Reads the CPU time of the main thread where the system tells it, which is Linux; elsewhere that of the whole process.
 * Writes with system calls, because the streams of a worker thread need the event loop that hangs.
 */
const PROGRAM = `
const { existsSync, readFileSync, writeSync } = require('node:fs')
const { workerData: { turns, text, pid, stuckMs, everyMs } } = require('node:worker_threads')

// The first thread of a process has its number.
const main = '/proc/self/task/' + pid + '/stat'

function cpuMs() {
  if (existsSync(main)) {
    const fields = readFileSync(main, 'latin1').split(') ').at(-1).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * 10
  }
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

let seen = Atomics.load(turns, 0)
let since = cpuMs()
setInterval(() => {
  const now = Atomics.load(turns, 0)
  const cpu = cpuMs()
  if (now !== seen) {
    seen = now
    since = cpu
    return
  }
  if (cpu - since < stuckMs) return
  const length = new Int32Array(text, 0, 1)[0]
  const work = Buffer.from(new Uint8Array(text, 4, length)).toString()
  const line = new Date().toISOString() + ' FATAL the event loop has not turned for ' + Math.round((cpu - since) / 1000) +
    ' s of CPU time: the process ends. Under way, the newest first: ' + (work || 'nothing that is named') + '\\n'
  try {
    writeSync(2, line)
  } finally {
    process.kill(pid, 'SIGKILL')
  }
}, everyMs)
`
