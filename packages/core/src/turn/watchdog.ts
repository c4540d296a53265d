import { DocentError } from '../errors/docent-error.ts'

/** Ends a model call that stays silent too long. One timer a reply, not one a part: parts come by the thousand. */
export class Watchdog {
  readonly #controller = new AbortController()
  readonly #failed: Promise<never>
  readonly #stop: () => void
  #timer: NodeJS.Timeout
  #lastPart = Date.now()
  #allowedMs: number

  constructor(
    outer: AbortSignal,
    firstPartMs: number,
    private readonly idlePartMs: number,
  ) {
    this.#allowedMs = firstPartMs
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
    this.#timer = this.#arm(firstPartMs)
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** A part arrived. */
  touch(): void {
    this.#lastPart = Date.now()
    this.#allowedMs = this.idlePartMs
  }

  /** Also ends when a provider ignores its abort signal. */
  race<Value>(promise: PromiseLike<Value>): Promise<Value> {
    return Promise.race([promise, this.#failed])
  }

  abort(): void {
    this.#controller.abort()
  }

  end(): void {
    clearTimeout(this.#timer)
    this.#stop()
  }

  #arm(ms: number): NodeJS.Timeout {
    const timer = setTimeout(() => {
      const left = this.#lastPart + this.#allowedMs - Date.now()
      if (left > 0) this.#timer = this.#arm(left)
      else
        this.#controller.abort(
          new DocentError('timeout', 'The model did not answer in time.', { isRetryable: true }),
        )
    }, ms)
    timer.unref()
    return timer
  }
}
