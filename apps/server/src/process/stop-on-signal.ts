/** A terminal and the process that started this one both pass the same signal on: it counts once. */
const SAME_SIGNAL_MS = 1_000

/** The first signal drains, a second one does not wait. */
export function stopOnSignal(stopAll: () => Promise<void>, flush: () => void): void {
  let stoppingSince: number | undefined
  const stop = (signal: NodeJS.Signals) => {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince > SAME_SIGNAL_MS) process.exit(signal === 'SIGINT' ? 130 : 143)
      return
    }
    stoppingSince = performance.now()
    stopAll().then(
      () => {
        flush()
        process.exit(0)
      },
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}
