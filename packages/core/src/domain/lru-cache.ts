/** Values by key with a bounded total size. The one that was read longest ago is dropped first. */
export class LruCache<Value> {
  readonly #maxSize: number
  readonly #entries = new Map<string, { value: Value; size: number }>()
  #size = 0

  constructor(maxSize: number) {
    this.#maxSize = maxSize
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry.value
  }

  /** Keeps a value, unless it alone is larger than the cache. Without sizes, every value counts as 1. */
  set(key: string, value: Value, size = 1): void {
    this.delete(key)
    if (size > this.#maxSize) return
    this.#entries.set(key, { value, size })
    this.#size += size
    for (const oldest of this.#entries.keys()) {
      if (this.#size <= this.#maxSize) break
      this.delete(oldest)
    }
  }

  delete(key: string): void {
    this.#size -= this.#entries.get(key)?.size ?? 0
    this.#entries.delete(key)
  }
}
