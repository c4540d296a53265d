/** What this process got of its machine since its lease was renewed. */
export interface Share {
  /** By a clock that only goes forward. */
  elapsedMs: number
  /** Time of processors, of all threads. */
  cpuMs: number
}

/** A process that used less of one processor waited for the machine, and did not keep itself from its heartbeat. */
const BUSY_SHARE = 0.5

/**
 * True when a worker lost its lease because its machine held it back: the process was paused, the machine slept, or
 * other programs had its processors. False when work of the process itself was in the way of the heartbeat.
 */
export function wasHeldBack({ elapsedMs, cpuMs }: Share, leaseMs: number): boolean {
  return elapsedMs < leaseMs || cpuMs < elapsedMs * BUSY_SHARE
}

/** Measures from its making on. */
export function measureShare(): () => Share {
  const since = performance.now()
  const before = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(before)
    return { elapsedMs: performance.now() - since, cpuMs: (user + system) / 1_000 }
  }
}
