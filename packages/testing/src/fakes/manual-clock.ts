import type { Clock } from '@docent/core/plugin'

/** A clock that moves only when a test moves it. */
export class ManualClock implements Clock {
  #now: number

  /** @param start milliseconds since the epoch; the default is 2026-01-15T12:00:00Z, far from every window's edge. */
  constructor(start: number = Date.UTC(2026, 0, 15, 12)) {
    this.#now = start
  }

  now(): number {
    return this.#now
  }

  advance(ms: number): void {
    this.#now += ms
  }

  /** Sets the time, which may also be earlier than now. */
  set(now: number): void {
    this.#now = now
  }
}
