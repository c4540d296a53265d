/** What a project whose postings do not fit leaves to others. */
const LEFT_TO_OTHERS = 1 / 8

/** How much memory the postings of all projects may take together; who comes first has it until they let it go. */
export class PostingsMemory {
  readonly #mostBytes: number
  #free: number

  /** @param mostBytes 0: no postings at all */
  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes
    this.#free = mostBytes
  }

  get isNone(): boolean {
    return this.#mostBytes === 0
  }

  /** What postings that do not fit may take. */
  get freeBesideOthers(): number {
    return this.#free - this.#mostBytes * LEFT_TO_OTHERS
  }

  take(bytes: number): boolean {
    if (bytes > this.#free) return false
    this.#free -= bytes
    return true
  }

  giveBack(bytes: number): void {
    this.#free += bytes
  }
}

/** Not even what must stay in memory fits into it. */
export class NoRoomForPostings extends Error {
  readonly bytesARow: number

  constructor(bytesARow: number) {
    super('The words of the passages do not fit into the memory for them.')
    this.bytesARow = bytesARow
  }
}
