/**
 * Lets many share one look at the database. A look that began before somebody asked may be too old for them, so they
 * share the next one.
 */
export class SharedLook<Seen> {
  readonly #see: () => Promise<Seen>
  #current: Promise<Seen> | undefined
  #next: Promise<Seen> | undefined

  constructor(see: () => Promise<Seen>) {
    this.#see = see
  }

  look(): Promise<Seen> {
    // All that ask in one turn of the event loop share a look.
    const before = this.#current ?? new Promise<void>((resolve) => setImmediate(resolve))
    this.#next ??= before.then(
      () => this.#follow(),
      () => this.#follow(),
    )
    return this.#next
  }

  #follow(): Promise<Seen> {
    this.#next = undefined
    return this.#begin()
  }

  #begin(): Promise<Seen> {
    const look = this.#see().finally(() => {
      if (this.#current === look) this.#current = undefined
    })
    this.#current = look
    return look
  }
}
