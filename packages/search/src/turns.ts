/** Longest stretch of work before other work of the process gets its turn, in milliseconds. */
const STRETCH_MS = 5

/** Long work in short stretches: `if (turns.isOver) await turns.next()`. */
export class Turns {
  readonly #signal: AbortSignal | undefined
  #end = performance.now() + STRETCH_MS

  constructor(signal?: AbortSignal) {
    this.#signal = signal
  }

  get isOver(): boolean {
    return performance.now() > this.#end
  }

  /** @throws the signal's reason */
  async next(): Promise<void> {
    await new Promise(setImmediate)
    this.#signal?.throwIfAborted()
    this.#end = performance.now() + STRETCH_MS
  }
}
