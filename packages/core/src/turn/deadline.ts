import { LimitReached, type ReachedLimit } from './turn-limits.ts'

const LONGEST_TIMER_MS = 2 ** 31 - 1

/** A signal that also fires when a turn has used its time; call `end` when the work is done. */
export class Deadline {
  readonly #controller = new AbortController()
  readonly #timer: NodeJS.Timeout
  readonly #stop: () => void

  constructor(outer: AbortSignal, ms: number, limit: ReachedLimit) {
    const onAbort = () => this.#controller.abort(outer.reason)
    this.#stop = () => outer.removeEventListener('abort', onAbort)
    if (outer.aborted) onAbort()
    else outer.addEventListener('abort', onAbort, { once: true })
    const wait = Math.min(Math.max(ms, 0), LONGEST_TIMER_MS)
    this.#timer = setTimeout(() => this.#controller.abort(new LimitReached(limit)), wait)
    this.#timer.unref()
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** The limit of the time, once it is used up. */
  get reached(): ReachedLimit | undefined {
    const reason: unknown = this.signal.reason
    return reason instanceof LimitReached ? reason.limit : undefined
  }

  /** Waits for work that may ignore the signal, at most until the time is used up. */
  race<Value>(work: Promise<Value>): Promise<Value> {
    const { signal } = this
    const { promise, reject } = Promise.withResolvers<never>()
    const onAbort = () => {
      if (this.reached) reject(signal.reason)
    }
    signal.addEventListener('abort', onAbort, { once: true })
    return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', onAbort))
  }

  end(): void {
    clearTimeout(this.#timer)
    this.#stop()
  }
}
