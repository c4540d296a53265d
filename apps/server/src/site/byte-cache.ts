/** Values by key, at most so many bytes: the one that was not asked for the longest goes first. */
export class ByteCache<Value> {
  readonly #maxBytes: number
  readonly #entries = new Map<string, { value: Value; bytes: number }>()
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get bytes(): number {
    return this.#bytes
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry.value
  }

  /** One that is larger than a quarter of the cache is not kept. */
  set(key: string, value: Value, bytes: number): void {
    this.#remove(key)
    if (bytes > this.#maxBytes / 4) return
    this.#entries.set(key, { value, bytes })
    this.#bytes += bytes
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes) break
      this.#remove(oldest)
    }
  }

  #remove(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0
    this.#entries.delete(key)
  }
}
