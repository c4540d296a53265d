import { type Clock, DocentError } from '@docent/core/plugin'

export interface HostPacerParts {
  clock: Clock
  sleep(ms: number, signal: AbortSignal): Promise<void>
  requestsPerSecond: number
  /** A host that asks for a longer pause is left alone instead. */
  maxPauseMs: number
}

interface Pace {
  /** Earliest moment of the next request, ms since the epoch. */
  nextAt: number
  delayMs: number
}

/** Keeps requests to each host apart: by the rate of the crawler, the host's `Crawl-delay`, and its `Retry-After`. */
export class HostPacer {
  readonly #parts: HostPacerParts
  readonly #hosts = new Map<string, Pace>()

  constructor(parts: HostPacerParts) {
    this.#parts = parts
  }

  /** From now on. A delay that is shorter than the crawler's own changes nothing. */
  setDelay(host: string, delayMs: number): void {
    const pace = this.#pace(host)
    pace.delayMs = Math.max(pace.delayMs, delayMs)
  }

  /** No request to the host before that many milliseconds have passed. */
  pause(host: string, ms: number): void {
    const pace = this.#pace(host)
    pace.nextAt = Math.max(pace.nextAt, this.#parts.clock.now() + ms)
  }

  /**
   * Resolves when a request may be sent, and counts it.
   * @throws DocentError `dependency_failed`, retryable, when the host wants to be left alone for long.
   */
  async turn(host: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    const { clock, sleep, maxPauseMs } = this.#parts
    const pace = this.#pace(host)
    for (;;) {
      const now = clock.now()
      const wait = pace.nextAt - now
      if (wait <= 0) {
        pace.nextAt = now + pace.delayMs
        return
      }
      // The pause between two requests is no reason to give up: only what the host asked for is.
      if (wait > maxPauseMs && wait > pace.delayMs) {
        throw new DocentError('dependency_failed', `${host} asked for no requests for ${seconds(wait)} s.`, {
          isRetryable: true,
          retryAfterMs: wait,
        })
      }
      await sleep(wait, signal)
    }
  }

  #pace(host: string): Pace {
    let pace = this.#hosts.get(host)
    if (pace === undefined) {
      pace = { nextAt: 0, delayMs: 1_000 / this.#parts.requestsPerSecond }
      this.#hosts.set(host, pace)
    }
    return pace
  }
}

function seconds(ms: number): number {
  return Math.ceil(ms / 1_000)
}
