import type { JobEvent } from '@docent/client'
import { NOTHING_YET, type Timeline, withEvents } from './timeline.ts'

/**
 * The log of a job as far as it came. It stands outside of what the page keeps: an event draws what shows it, and not the
 * whole page around it.
 */
export class JobLog {
  #timeline = NOTHING_YET
  #isLive = false
  readonly #listeners = new Set<() => void>()

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly timeline = (): Timeline => this.#timeline

  readonly todos = (): Timeline['todos'] => this.#timeline.todos

  /** Whether the server sends what is new. */
  readonly isLive = (): boolean => this.#isLive

  add(events: readonly JobEvent[]): void {
    this.#timeline = withEvents(this.#timeline, events)
    this.#notify()
  }

  setLive(isLive: boolean): void {
    if (isLive === this.#isLive) return
    this.#isLive = isLive
    this.#notify()
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }
}
