/** A stream that holds memory. */
export interface HeldStream {
  /** Bytes, about. */
  readonly held: number
  /** Ends the connection of the reader, and gives the memory back. */
  cut(): void
}

/**
 * Counts what the streams of the process hold in memory, and cuts streams when it becomes too much: first those whose
 * readers have fallen behind, the longest first, then the one that holds most.
 */
export class StreamMemory {
  readonly #open = new Set<HeldStream>()
  /** In the order in which their readers fell behind. */
  readonly #stalled = new Set<HeldStream>()
  #held = 0

  constructor(private readonly maxBytes: number) {}

  get held(): number {
    return this.#held
  }

  open(stream: HeldStream): void {
    this.#open.add(stream)
  }

  close(stream: HeldStream): void {
    this.#open.delete(stream)
    this.#stalled.delete(stream)
  }

  stall(stream: HeldStream): void {
    this.#stalled.add(stream)
  }

  resume(stream: HeldStream): void {
    this.#stalled.delete(stream)
  }

  /** A stream holds so much more, or less. */
  change(bytes: number): void {
    this.#held += bytes
    while (bytes > 0 && this.#held > this.maxBytes) {
      const next = this.#next()
      if (!next) return
      this.close(next)
      next.cut()
    }
  }

  #next(): HeldStream | undefined {
    for (const stream of this.#stalled) return stream
    let largest: HeldStream | undefined
    for (const stream of this.#open) if (stream.held > (largest?.held ?? 0)) largest = stream
    return largest
  }
}
