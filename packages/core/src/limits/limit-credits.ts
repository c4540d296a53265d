/** Counters whose credits are remembered; of more, the oldest are forgotten, which only refuses earlier. */
const MOST = 10_000

interface Credit {
  uses: number
  /** End of the window that they were taken in, milliseconds since the epoch. */
  until: number
}

/**
 * Uses that requests took and that the server could not serve: the next requests of the same counters take them up
 * instead of new ones. Kept by this process alone, like the requests that it refused.
 */
export class LimitCredits {
  readonly #credits = new Map<string, Credit>()

  add(key: string, until: number): void {
    const known = this.#credits.get(key)
    const uses = known?.until === until ? known.uses + 1 : 1
    this.#credits.delete(key)
    this.#credits.set(key, { uses, until })
    if (this.#credits.size <= MOST) return
    const [oldest] = this.#credits.keys()
    if (oldest !== undefined) this.#credits.delete(oldest)
  }

  /** How many there are now. */
  of(key: string, now: number): number {
    const credit = this.#credits.get(key)
    return credit && credit.until > now ? credit.uses : 0
  }

  /** Takes one up. @returns when its window ends; undefined when there is none */
  take(key: string, now: number): number | undefined {
    const credit = this.#credits.get(key)
    if (!credit) return undefined
    credit.uses -= 1
    if (credit.uses <= 0 || credit.until <= now) this.#credits.delete(key)
    return credit.until > now ? credit.until : undefined
  }
}
