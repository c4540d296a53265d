import { DocentError } from '@docent/core/plugin'

/** Ends a call that hears nothing for too long. One timer a call: parts come by the thousand. */
export class Silence {
  readonly #controller = new AbortController()
  readonly #ended: Promise<never>
  readonly #outer: AbortSignal | undefined
  readonly #onAbort = () => this.#controller.abort(this.#outer?.reason)
  #timer: NodeJS.Timeout
  #allowedMs: number
  readonly #server: string
  #heardAt = performance.now()
  #isListening = true

  /** @param server for the message: who was silent. */
  constructor(outer: AbortSignal | undefined, firstMs: number, server = 'The model') {
    this.#server = server
    this.#outer = outer
    this.#allowedMs = firstMs
    this.#ended = new Promise((_resolve, reject) => {
      this.#controller.signal.addEventListener('abort', () => reject(this.#controller.signal.reason), {
        once: true,
      })
    })
    // Nobody may be waiting at the moment of the abort.
    this.#ended.catch(() => undefined)
    outer?.addEventListener('abort', this.#onAbort, { once: true })
    this.#timer = this.#arm(firstMs)
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Something came; from now on the wait may be `idleMs`. */
  heard(idleMs: number): void {
    this.#heardAt = performance.now()
    if (idleMs === this.#allowedMs) return
    this.#allowedMs = idleMs
    clearTimeout(this.#timer)
    this.#timer = this.#arm(idleMs)
  }

  /** Whether somebody reads: silence counts only then. */
  listen(isListening: boolean): void {
    if (isListening && !this.#isListening) this.#heardAt = performance.now()
    this.#isListening = isListening
  }

  /** Ends with the call even when the client does not heed its signal. */
  race<Value>(promise: PromiseLike<Value>): Promise<Value> {
    return Promise.race([promise, this.#ended])
  }

  abort(reason: unknown): void {
    this.#controller.abort(reason)
  }

  end(): void {
    clearTimeout(this.#timer)
    this.#outer?.removeEventListener('abort', this.#onAbort)
  }

  #arm(ms: number): NodeJS.Timeout {
    const timer = setTimeout(() => {
      const left = this.#heardAt + this.#allowedMs - performance.now()
      if (!this.#isListening) this.#timer = this.#arm(this.#allowedMs)
      else if (left > 1) this.#timer = this.#arm(left)
      else {
        const seconds = Math.round(this.#allowedMs / 100) / 10
        const message = `${this.#server} did not answer in time: it sent nothing for ${seconds} seconds.`
        const error = new DocentError('timeout', message, { isRetryable: true })
        this.#controller.abort(error)
      }
    }, ms)
    timer.unref()
    return timer
  }
}
