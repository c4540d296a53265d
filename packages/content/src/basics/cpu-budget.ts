/** Reading the clock costs more than reading a word. */
const STEPS_A_LOOK = 256

/**
 * The CPU time that reading text of others may take on this thread. What reads asks between its steps, and stops once
 * the budget is spent: what it left is unchecked, neither confirmed nor wrong.
 */
export class CpuBudget {
  readonly #now: () => number
  #left: number
  #began: number | undefined
  #steps = 0

  /**
   * @param ms for everything that spends from this budget
   * @param now CPU time of this thread so far, in ms
   */
  constructor(ms: number, now: () => number = threadMs) {
    this.#left = ms
    this.#now = now
  }

  /** Counts the time of synchronous work. What happens between two calls, such as work of other requests, is free. */
  spend<Result>(work: () => Result): Result {
    if (this.#began !== undefined) return work()
    this.#began = this.#now()
    try {
      return work()
    } finally {
      this.#left -= this.#now() - this.#began
      this.#began = undefined
    }
  }

  /** True from the moment on when nothing is left. */
  get isSpent(): boolean {
    if (this.#left > 0 && this.#began !== undefined && this.#now() - this.#began >= this.#left) this.#left = 0
    return this.#left <= 0
  }

  /** The same for loops of short steps: it looks at the clock now and then. */
  isSpentByStep(): boolean {
    return this.#steps++ % STEPS_A_LOOK === 0 ? this.isSpent : this.#left <= 0
  }
}

/** Before Node 23.9, the time of the clock: synchronous work has the thread for itself. */
function threadMs(): number {
  if (typeof process.threadCpuUsage !== 'function') return performance.now()
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
