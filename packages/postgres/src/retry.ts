import { setTimeout as sleep } from 'node:timers/promises'

const FIRST_PAUSE_MS = 10
const LONGEST_PAUSE_MS = 1_000

/** Pauses between tries, doubling with jitter, until a time is up. */
export class Patience {
  readonly #deadline: number
  readonly #signal: AbortSignal | undefined
  #pause = FIRST_PAUSE_MS

  /** @param ms how long to go on trying */
  constructor(ms: number, signal?: AbortSignal) {
    this.#deadline = performance.now() + ms
    this.#signal = signal
  }

  /** Waits before the next try; false when there is no time for one. Rejects with the reason of the signal. */
  async again(): Promise<boolean> {
    const left = this.#deadline - performance.now()
    if (left <= 0) return false
    const pause = Math.min(this.#pause * (0.5 + Math.random()), left)
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE_MS)
    try {
      await sleep(pause, undefined, this.#signal && { signal: this.#signal })
    } catch (error) {
      throw this.#signal?.aborted ? this.#signal.reason : error
    }
    return true
  }
}
