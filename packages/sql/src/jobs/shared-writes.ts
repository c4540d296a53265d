import { type CallOptions, DocentError } from '@docent/core/plugin'

/** Most items of one write, and writes under way at once: more would wait for each other in the database. */
const MOST_ITEMS = 128
const MOST_WRITES = 2

/** Writes all of the items in one transaction, with a result for each. */
type Write<Item, Result> = (items: readonly Item[], options?: CallOptions) => Promise<readonly Result[]>

interface Waiting<Item, Result> {
  readonly item: Item
  readonly options: CallOptions | undefined
  resolve(result: Result): void
  reject(error: unknown): void
}

/**
 * Lets items that are added in one turn of the event loop, or while others are written, share a transaction. When that
 * fails, each is written alone: none fails for another one's sake.
 */
export class SharedWrites<Item, Result> {
  readonly #isSharing: boolean
  readonly #write: Write<Item, Result>
  #waiting: Waiting<Item, Result>[] = []
  #writes = 0
  #scheduled: NodeJS.Immediate | undefined

  /** @param isSharing false for a database that shares commits by itself */
  constructor(isSharing: boolean, write: Write<Item, Result>) {
    this.#isSharing = isSharing
    this.#write = write
  }

  add(item: Item, options?: CallOptions): Promise<Result> {
    if (!this.#isSharing) return this.#writeOne(item, options)
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, options, resolve, reject })
      this.#schedule()
    })
  }

  #schedule(): void {
    this.#scheduled ??= setImmediate(() => {
      this.#scheduled = undefined
      while (this.#waiting.length > 0 && this.#writes < MOST_WRITES)
        void this.#writeAll(this.#waiting.splice(0, MOST_ITEMS))
    })
  }

  async #writeAll(some: readonly Waiting<Item, Result>[]): Promise<void> {
    this.#writes += 1
    const wanted = some.filter(({ options, reject }) => {
      if (options?.signal?.aborted) reject(options.signal.reason)
      return !options?.signal?.aborted
    })
    try {
      if (wanted.length === 1) await this.#writeAlone(wanted)
      else if (wanted.length > 1) {
        const results = await this.#write(wanted.map(({ item }) => item))
        for (const [index, { resolve }] of wanted.entries()) resolve(results[index] as Result)
      }
    } catch (error) {
      if (error instanceof DocentError && error.code === 'unavailable')
        for (const { reject } of wanted) reject(error)
      else await this.#writeAlone(wanted)
    }
    this.#writes -= 1
    if (this.#waiting.length > 0) this.#schedule()
  }

  async #writeAlone(some: readonly Waiting<Item, Result>[]): Promise<void> {
    for (const { item, options, resolve, reject } of some)
      await this.#writeOne(item, options).then(resolve, reject)
  }

  async #writeOne(item: Item, options: CallOptions | undefined): Promise<Result> {
    const [result] = await this.#write([item], options)
    return result as Result
  }
}
