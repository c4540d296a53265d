import {
  type CallOptions,
  type ClaimOptions,
  type JobId,
  type QueueShares,
  type StoredJobEvent,
  WakeUp,
} from '@docent/core/plugin'
import type { MemoryJob } from './memory-job.ts'

interface Source {
  find(id: JobId): MemoryJob | undefined
  anyWaiting(shares: QueueShares | undefined): boolean
  /** Milliseconds; Infinity when nothing is leased. */
  untilNextExpiry(): number
}

/** Lets readers and workers of a `MemoryJobStore` sleep until something was committed. */
export class MemoryJobNews {
  readonly #source: Source
  readonly #sleepers = new Set<{ ring(): void }>()

  constructor(source: Source) {
    this.#source = source
  }

  /** To be called after each commit, and when the clock was moved. */
  wake(): void {
    for (const sleeper of [...this.#sleepers]) sleeper.ring()
  }

  async *events(id: JobId, after: number, options?: CallOptions): AsyncIterable<StoredJobEvent> {
    const signal = options?.signal
    const wakeUp = new WakeUp()
    this.#sleepers.add(wakeUp)
    try {
      let last = after
      while (!signal?.aborted) {
        wakeUp.reset()
        const stored = this.#source.find(id)?.events ?? []
        const fresh = stored.slice(Math.max(0, last + 1 - (stored[0]?.sequence ?? 1)))
        for (const event of fresh) {
          if (signal?.aborted) return
          last = event.sequence
          yield structuredClone(event)
        }
        if (fresh.length === 0) await wakeUp.wait({ signal })
      }
    } finally {
      this.#sleepers.delete(wakeUp)
    }
  }

  watch(id: JobId, onChange: () => void): Disposable {
    let seen = this.#source.find(id)?.notice ?? 0
    const watcher = {
      ring: () => {
        const notice = this.#source.find(id)?.notice ?? 0
        if (notice === seen) return
        seen = notice
        onChange()
      },
    }
    this.#sleepers.add(watcher)
    return { [Symbol.dispose]: () => void this.#sleepers.delete(watcher) }
  }

  watchOutbox(onChange: () => void): Disposable {
    const watcher = { ring: onChange }
    this.#sleepers.add(watcher)
    return { [Symbol.dispose]: () => void this.#sleepers.delete(watcher) }
  }

  async waitForWork(timeoutMs: number, options?: ClaimOptions): Promise<void> {
    const signal = options?.signal
    const deadline = performance.now() + timeoutMs
    const wakeUp = new WakeUp()
    this.#sleepers.add(wakeUp)
    try {
      while (true) {
        signal?.throwIfAborted()
        wakeUp.reset()
        const left = deadline - performance.now()
        // Asked before the look: a lease that runs out between the two is seen by one of them.
        const expiry = this.#source.untilNextExpiry()
        if (left <= 0 || this.#source.anyWaiting(options?.shares)) return
        await wakeUp.wait({ signal, timeoutMs: Math.max(1, Math.min(left, expiry)) })
      }
    } finally {
      this.#sleepers.delete(wakeUp)
    }
  }
}
