import { DocentError } from '../errors/docent-error.ts'

/** How often silence is looked at within the time it may last. */
const CHECKS = 4

/**
 * Ends a model call that stays silent too long, at the latest a quarter after the time allowed. One timer a reply and
 * no clock read a part: parts come by the thousand.
 */
export class Watchdog {
  readonly #controller = new AbortController()
  readonly #failed: Promise<never>
  readonly #stop: () => void
  #timer: NodeJS.Timeout | undefined
  #heard = false
  #isResting = false

  constructor(
    outer: AbortSignal,
    firstPartMs: number,
    private readonly idlePartMs: number,
  ) {
    const onAbort = () => this.#controller.abort(outer.reason)
    this.#failed = new Promise((_, reject) => {
      this.#controller.signal.addEventListener('abort', () => reject(this.#controller.signal.reason), {
        once: true,
      })
    })
    // Nobody may be racing at the moment it fires.
    this.#failed.catch(() => undefined)
    if (outer.aborted) onAbort()
    else outer.addEventListener('abort', onAbort, { once: true })
    this.#stop = () => outer.removeEventListener('abort', onAbort)
    this.#watch(firstPartMs)
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** A part arrived. */
  touch(): void {
    this.#heard = true
  }

  /** Waits for a slow reader. The time does not count as silence of the model, because nothing reads from it. */
  async rest(waiting: Promise<void>): Promise<void> {
    this.#isResting = true
    try {
      await waiting
    } finally {
      this.#isResting = false
      this.#heard = true
    }
  }

  /** Also ends when a provider ignores its abort signal. */
  race<Value>(promise: PromiseLike<Value>): Promise<Value> {
    return Promise.race([promise, this.#failed])
  }

  abort(reason?: unknown): void {
    this.#controller.abort(reason)
  }

  end(): void {
    clearTimeout(this.#timer)
    this.#stop()
  }

  #watch(allowedMs: number, checks = CHECKS): void {
    this.#timer = setTimeout(() => {
      if (this.#heard || this.#isResting) {
        this.#heard = false
        this.#watch(this.idlePartMs)
      } else if (checks > 1) this.#watch(allowedMs, checks - 1)
      else
        this.#controller.abort(
          new DocentError('timeout', 'The model did not answer in time.', { isRetryable: true }),
        )
    }, allowedMs / CHECKS)
    this.#timer.unref()
  }
}
