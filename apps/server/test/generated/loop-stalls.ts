/** A time in which the event loop did not turn. */
export interface Stall {
  readonly endedAt: number
  readonly wallMs: number
  /** CPU time of this thread alone: the rest it waited, for the disk or for its turn on the machine. */
  readonly cpuMs: number
}

const TICK_MS = 10

/** Tells of each stall of this thread's event loop that is longer than so many ms. */
export function watchLoop(longerThanMs: number, tell: (stall: Stall) => void): Disposable {
  let at = performance.now()
  let cpu = process.threadCpuUsage()
  const timer = setInterval(() => {
    const now = performance.now()
    const { user, system } = process.threadCpuUsage(cpu)
    const wallMs = now - at
    if (wallMs > longerThanMs + TICK_MS)
      tell({ endedAt: Date.now(), wallMs: Math.round(wallMs), cpuMs: Math.round((user + system) / 1_000) })
    at = now
    cpu = process.threadCpuUsage()
  }, TICK_MS)
  return { [Symbol.dispose]: () => clearInterval(timer) }
}
