/** Limits of the report, in bytes and entries. If a process hangs, the newest entries say most about it. */
const MOST_BYTES = 4_096
const MOST_NAMED = 8

/** Names the work of a process, in memory that a thread can read while the process hangs. */
export class WorkUnderWay {
  /** The length of the text in bytes, then the text. */
  readonly shared = new SharedArrayBuffer(4 + MOST_BYTES)
  readonly #length = new Int32Array(this.shared, 0, 1)
  readonly #text = new Uint8Array(this.shared, 4)
  readonly #names = new Map<symbol, string>()

  /** Names the work until it ends. */
  async during<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
    const id = Symbol(name)
    this.#names.set(id, name)
    this.#write()
    try {
      return await work()
    } finally {
      this.#names.delete(id)
      this.#write()
    }
  }

  #write(): void {
    const newest = [...this.#names.values()].slice(-MOST_NAMED).reverse().join('; ')
    // Typed arrays of shared memory are no target of `encodeInto` in every version of Node.
    const bytes = new TextEncoder().encode(newest).subarray(0, MOST_BYTES)
    this.#text.set(bytes)
    this.#length[0] = bytes.length
  }
}
