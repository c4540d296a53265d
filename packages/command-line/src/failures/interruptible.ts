import { Interrupted } from './interrupted.ts'

/** What a command waits for may come from another process, and such a wait alone does not keep Node running. */
const ALIVE_MS = 60_000

/**
 * Runs work that Ctrl-C aborts.
 * @throws Interrupted when it then fails.
 */
export async function interruptible<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const abort = new AbortController()
  const interrupt = () => abort.abort()
  process.once('SIGINT', interrupt)
  const alive = setInterval(() => {}, ALIVE_MS)
  try {
    return await work(abort.signal)
  } catch (error) {
    if (abort.signal.aborted) throw new Interrupted('The command was interrupted.', { cause: error })
    throw error
  } finally {
    clearInterval(alive)
    process.off('SIGINT', interrupt)
  }
}
