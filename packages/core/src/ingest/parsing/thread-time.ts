import type { Worker } from 'node:worker_threads'
import type { ThreadFailure } from './thread-failure.ts'

/** Looks at the clock of a thread within the time of one item: its limit is exact to one part of so many. */
const LOOKS = 4
/** A thread that got so little of a processor has a machine that is busy with other work. */
const LONGEST = 20
/** A thread deep in native code does not answer for as long as it is there, ms. */
const NO_ANSWER_MS = 1_000

/**
 * The time that a thread spends on one item, in CPU time: on a busy or suspended machine, a clock on the wall would
 * count work of others.
 */
export class ThreadTime {
  readonly #startedAt = performance.now()
  #timer: NodeJS.Timeout
  #first: Clocks | undefined
  #isStopped = false

  constructor(
    private readonly worker: Worker,
    private readonly timeoutMs: number,
    private readonly onEnd: (failure: ThreadFailure) => void,
  ) {
    this.#timer = this.#later()
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  #later(): NodeJS.Timeout {
    return setTimeout(() => void this.#look(), this.timeoutMs / LOOKS)
  }

  async #look(): Promise<void> {
    const now = await clocksOf(this.worker)
    if (this.#isStopped) return
    // What the item took before the first look is not known, and is at most one part of its time.
    this.#first ??= now
    const { timeoutMs } = this
    const message = `Parsing took longer than ${timeoutMs} ms.`
    if (usedMs(this.#first, now) >= timeoutMs) return this.onEnd({ cause: 'time', message })
    if (now.wall - this.#startedAt >= LONGEST * timeoutMs)
      return this.onEnd({ cause: 'machine', message: `The machine was too busy. ${message}` })
    this.#timer = this.#later()
  }
}

/** In ms. */
interface Clocks {
  /** CPU time of the thread; undefined where it cannot be known. */
  thread: number | undefined
  /** CPU time of all threads of the process. */
  process: number
  wall: number
}

/** CPU time of the thread, or the most that it can have been. */
function usedMs(first: Clocks, now: Clocks): number {
  if (first.thread !== undefined && now.thread !== undefined) return now.thread - first.thread
  return Math.min(now.process - first.process, now.wall - first.wall)
}

async function clocksOf(worker: Worker): Promise<Clocks> {
  const { promise: silence, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(resolve, NO_ANSWER_MS, undefined)
  // Node before 24.6 has no such member. The end of a thread is an event of its own.
  const asked = worker.cpuUsage?.().catch(() => undefined)
  const usage = await Promise.race([asked, silence])
  clearTimeout(timer)
  return { thread: usage && msOf(usage), process: msOf(process.cpuUsage()), wall: performance.now() }
}

function msOf({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1_000
}
