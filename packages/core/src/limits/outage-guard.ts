import { DocentError } from '../errors/docent-error.ts'

export interface OutageGuardOptions {
  /** What is called, as an error names it, such as `Redis at 10.0.0.7:6379`. */
  name: string
  /** How long a call may wait for its answer, ms. */
  timeoutMs: number
  /** Whether the service answers again: rejects while it does not. Asked only during an outage. */
  probe: () => Promise<unknown>
  /** Called when an outage begins and when it ends. */
  onChange?: (outage: ServiceOutage | undefined) => void
  /** Calls in a row that may fail or wait for `timeoutMs` before an outage is declared. Default 3. */
  failures?: number
  /** Pause between two probes of an outage, ms; half of it is random. Default 500. */
  probeEveryMs?: number
}

/** Calls are refused at once since then, milliseconds since the epoch. */
export interface ServiceOutage {
  readonly since: number
  readonly cause: unknown
}

interface Call {
  readonly since: number
  reject(error: unknown): void
}

/**
 * Keeps callers from waiting for a service that does not answer. After three calls in a row without an answer in time,
 * every call is refused at once. A probe in the background ends the outage, so no caller ever waits to find out.
 *
 * Also before an outage is declared, no more than three calls wait for the whole time: when nothing has been answered
 * for half of it, all others are refused. Libraries of circuit breakers count only calls that have ended, so a hundred
 * callers at once would all wait.
 *
 * A refused call may still take effect at the service.
 */
export class OutageGuard {
  readonly #options: Required<Omit<OutageGuardOptions, 'onChange'>>
  readonly #onChange: OutageGuardOptions['onChange']
  /** Oldest first. */
  readonly #calls = new Set<Call>()
  #failed = 0
  #answeredAt = 0
  /** The store has not replied for half of the time limit, so at most `#budget` calls may wait. */
  #isQuiet = false
  #timer: NodeJS.Timeout | undefined
  #outage: ServiceOutage | undefined
  #isStopped = false
  /** Calls that waited for the whole time, for metrics. */
  timeouts = 0

  constructor({ onChange, ...options }: OutageGuardOptions) {
    this.#options = { failures: 3, probeEveryMs: 500, ...options }
    this.#onChange = onChange
  }

  get outage(): ServiceOutage | undefined {
    return this.#outage
  }

  /**
   * @param call rejects with what `isOutage` counts as no answer; other rejections are answers.
   * @throws DocentError `unavailable`, retryable, when there is no answer in time or none is expected.
   */
  run<Value>(call: () => Promise<Value>, isOutage: (error: unknown) => boolean): Promise<Value> {
    if (this.#outage || this.#isStopped) return Promise.reject(this.#unavailable(this.#outage?.cause))
    if (this.#isQuiet && this.#calls.size >= this.#budget) return Promise.reject(this.#unavailable())
    return new Promise<Value>((resolve, reject) => {
      const waiting: Call = { since: performance.now(), reject }
      this.#calls.add(waiting)
      this.#timer ??= this.#after(this.#options.timeoutMs / 2)
      call().then(
        (value) => {
          this.#answered(waiting)
          resolve(value)
        },
        (error: unknown) => {
          if (isOutage(error)) {
            if (this.#calls.delete(waiting)) this.#failure(error)
            reject(this.#unavailable(error))
          } else {
            this.#answered(waiting)
            reject(error)
          }
        },
      )
    })
  }

  /** Declares an outage without a call, such as when the first connection fails. */
  declare(cause: unknown): void {
    if (this.#outage || this.#isStopped) return
    clearTimeout(this.#timer)
    this.#outage = { since: Date.now(), cause }
    for (const call of this.#calls) call.reject(this.#unavailable(cause))
    this.#calls.clear()
    this.#timer = this.#probeLater()
    this.#onChange?.(this.#outage)
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
    for (const call of this.#calls) call.reject(this.#unavailable())
    this.#calls.clear()
  }

  /** Calls that may wait for the whole time now. */
  get #budget(): number {
    return this.#options.failures - this.#failed
  }

  #answered(call: Call): void {
    this.#calls.delete(call)
    this.#failed = 0
    this.#isQuiet = false
    this.#answeredAt = performance.now()
  }

  #failure(cause: unknown): void {
    this.#failed += 1
    this.#isQuiet ||= performance.now() - this.#answeredAt >= this.#options.timeoutMs / 2
    if (this.#failed >= this.#options.failures) this.declare(cause)
  }

  /**
   * Looks at the calls after so many ms. Answers that arrived while the event loop was busy are read between the timer
   * and the look. So what counts is how old a call was when the timer fired: what this process did since then is no
   * fault of the service.
   */
  #after(ms: number): NodeJS.Timeout {
    const fire = () => {
      const now = performance.now()
      setImmediate(() => this.#check(now))
    }
    return setTimeout(fire, Math.max(1, Math.ceil(ms))).unref()
  }

  /** Refuses what is late, and whatever is too much to wait for. @param now when all answers until then were read */
  #check(now: number): void {
    if (this.#outage || this.#isStopped) return
    this.#timer = undefined
    const { timeoutMs } = this.#options
    const half = timeoutMs / 2
    for (const call of this.#calls) {
      if (now - call.since < timeoutMs) break
      this.#calls.delete(call)
      this.timeouts += 1
      const late = new Error(`No answer within ${timeoutMs} ms.`)
      call.reject(this.#unavailable(late))
      this.#failure(late)
    }
    if (this.#outage) return
    const [oldest] = this.#calls
    const isSilent = oldest !== undefined && now - oldest.since >= half
    if (now - this.#answeredAt >= half && (isSilent || this.#failed > 0)) this.#isQuiet = true
    if (this.#isQuiet) this.#refuseBeyond(this.#budget)
    if (!oldest) return
    const next = isSilent ? oldest.since + timeoutMs : oldest.since + half
    this.#timer = this.#after(next - performance.now())
  }

  #refuseBeyond(count: number): void {
    let kept = 0
    for (const call of this.#calls) {
      if (++kept <= count) continue
      this.#calls.delete(call)
      call.reject(this.#unavailable())
    }
  }

  #probeLater(): NodeJS.Timeout {
    const { probeEveryMs } = this.#options
    return setTimeout(() => void this.#probe(), probeEveryMs * (0.5 + Math.random() * 0.5)).unref()
  }

  async #probe(): Promise<void> {
    try {
      await this.#options.probe()
    } catch (cause) {
      if (this.#outage) this.#outage = { since: this.#outage.since, cause }
      if (!this.#isStopped) this.#timer = this.#probeLater()
      return
    }
    if (this.#isStopped) return
    this.#timer = undefined
    this.#failed = 0
    this.#isQuiet = false
    this.#answeredAt = performance.now()
    this.#outage = undefined
    this.#onChange?.(undefined)
  }

  #unavailable(cause?: unknown): DocentError {
    return new DocentError('unavailable', `${this.#options.name} does not answer.`, {
      cause,
      isRetryable: true,
      retryAfterMs: 1_000,
    })
  }
}
