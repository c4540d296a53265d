import { quantile } from '../figures.ts'

/** Latencies of one kind of request in one phase, ms. */
export interface Latencies {
  readonly count: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
  readonly max: number
}

/** What the clients saw in one phase. */
export class Tally {
  readonly errors: string[] = []
  readonly #times = new Map<string, number[]>()
  readonly #counts = new Map<string, number>()

  time(kind: string, ms: number): void {
    const times = this.#times.get(kind)
    if (times) times.push(ms)
    else this.#times.set(kind, [ms])
  }

  count(kind: string): void {
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1)
  }

  done(kind: string): number {
    return this.#times.get(kind)?.length ?? 0
  }

  /** Does work whose failure is a finding. */
  async watch(kind: string, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.errors.push(`${kind}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }

  figures(): { latencies: Record<string, Latencies>; counts: Record<string, number> } {
    const latencies = [...this.#times].map(([kind, times]) => {
      const at = (share: number) => Math.round(quantile(times, share) * 10) / 10
      return [kind, { count: times.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) }] as const
    })
    return { latencies: Object.fromEntries(latencies), counts: Object.fromEntries(this.#counts) }
  }
}
