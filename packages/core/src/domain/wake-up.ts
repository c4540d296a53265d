/**
 * Lets one waiter sleep until somebody rings, and never loses a ring between looking and falling asleep:
 * `reset`, look, and only when there was nothing `wait`.
 */
export class WakeUp {
  #rung = false
  #awake: (() => void) | undefined

  /** Safe to call at any time, also when nothing waits. */
  ring(): void {
    this.#rung = true
    this.#awake?.()
  }

  /** Forgets earlier rings: call it before looking. */
  reset(): void {
    this.#rung = false
  }

  /** Resolves at a ring since `reset`, when the signal aborts, or after `timeoutMs`. Never rejects. */
  wait(options: { signal?: AbortSignal | undefined; timeoutMs?: number | undefined } = {}): Promise<void> {
    const { signal, timeoutMs } = options
    if (this.#rung || signal?.aborted) return Promise.resolve()
    return new Promise((resolve) => {
      const awake = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', awake)
        this.#awake = undefined
        resolve()
      }
      // A longer timeout would overflow Node's timers and fire at once.
      const timer = timeoutMs === undefined ? undefined : setTimeout(awake, Math.min(timeoutMs, 2 ** 31 - 1))
      signal?.addEventListener('abort', awake, { once: true })
      this.#awake = awake
    })
  }
}
