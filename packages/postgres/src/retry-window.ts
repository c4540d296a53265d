import { sleep } from '@docent/core/plugin'

const FIRST_PAUSE_MS = 10
const LONGEST_PAUSE_MS = 1_000

/** Pauses between attempts, which double with jitter until the time is up. */
export class RetryWindow {
  readonly #deadline: number
  readonly #signal: AbortSignal | undefined
  #pause = FIRST_PAUSE_MS

  /** @param ms how long to keep trying */
  constructor(ms: number, signal?: AbortSignal) {
    this.#deadline = performance.now() + ms
    this.#signal = signal
  }

  /** Waits before the next attempt; false when there is no time for one. Rejects with the reason of the signal. */
  async waitForNext(): Promise<boolean> {
    const left = this.#deadline - performance.now()
    if (left <= 0) return false
    const pause = Math.min(this.#pause * (0.5 + Math.random()), left)
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE_MS)
    await sleep(pause, this.#signal)
    return true
  }
}
