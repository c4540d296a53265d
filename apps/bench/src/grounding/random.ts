/** Repeatable choices: mulberry32. */
export class SeededRandom {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  /** From 0 up to and without 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  /** A whole number below `most`. */
  below(most: number): number {
    return Math.floor(this.next() * most)
  }

  pick<Item>(items: readonly Item[]): Item | undefined {
    return items[this.below(items.length)]
  }

  shuffled<Item>(items: readonly Item[]): Item[] {
    const order = items.map((item) => ({ item, at: this.next() }))
    return order.sort((one, other) => one.at - other.at).map(({ item }) => item)
  }
}
