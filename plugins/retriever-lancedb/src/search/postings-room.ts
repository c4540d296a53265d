import { PostingsFile } from './postings-file.ts'
import { NoRoomForPostings, type PostingsMemory } from './postings-memory.ts'
import type { PostingsSegment } from './postings-segment.ts'

/** The segments of one project's postings: in memory while there is room, and from then on the oldest in a file. */
export class PostingsRoom {
  readonly #memory: PostingsMemory
  readonly #folder: string
  readonly segments: PostingsSegment[] = []
  /** How many of them are in the file. */
  #moved = 0
  #file: PostingsFile | undefined
  #bytes = 0
  /** Of them, what could not be in the file. */
  #staying = 0
  #rows = 0

  /** @param folder where the disk has room for the file */
  constructor(memory: PostingsMemory, folder: string) {
    this.#memory = memory
    this.#folder = folder
  }

  /** In memory. */
  get bytes(): number {
    return this.#bytes
  }

  get fileBytes(): number {
    return this.#file?.bytes ?? 0
  }

  /** @throws NoRoomForPostings */
  async add(segment: PostingsSegment, rows: number): Promise<void> {
    this.segments.push(segment)
    this.#rows += rows
    await this.take(segment.termBytes, segment.listBytes)
  }

  /**
   * Takes memory, for what must stay there and for the lists of the newest segment. Lists go into the file until there
   * is room.
   *
   * @throws NoRoomForPostings
   */
  async take(staying: number, lists = 0): Promise<void> {
    this.#staying += staying
    let bytes = staying + lists
    while (!this.#tryTake(bytes)) {
      const oldest = this.segments[this.#moved]
      if (oldest === undefined) throw new NoRoomForPostings(this.#staying / this.#rows)
      this.#file ??= await PostingsFile.create(this.#folder)
      await oldest.moveTo(this.#file)
      this.#moved++
      if (lists > 0 && this.#moved === this.segments.length) bytes = staying
      else this.#giveBack(oldest.listBytes)
    }
  }

  /** Calls `read` while the file is open; undefined, without a call, when it is closed. */
  use<Result>(read: () => Promise<Result>): Promise<Result | undefined> {
    return this.#file === undefined ? read() : this.#file.use(read)
  }

  async close(): Promise<void> {
    this.#giveBack(this.#bytes)
    await this.#file?.close()
  }

  /** Postings that do not fit leave some memory to others, as long as they could have less. */
  #tryTake(bytes: number): boolean {
    const isTight = this.#moved > 0 && this.#moved < this.segments.length
    if (isTight && bytes > this.#memory.freeBesideOthers) return false
    if (!this.#memory.take(bytes)) return false
    this.#bytes += bytes
    return true
  }

  #giveBack(bytes: number): void {
    this.#memory.giveBack(bytes)
    this.#bytes -= bytes
  }
}
