import { type FileHandle, open } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import type { Turns } from '@docent/search'
import { encodeTrailer, type Footer, SECTION_ALIGNMENT } from './layout.ts'

/** Bytes that wait before they are written: a write each row would be as slow as a file each row. */
const CHUNK_BYTES = 1 << 20

/** Writes the file of a segment from its beginning to its end. */
export class SegmentSink {
  readonly #handle: FileHandle
  readonly #sections: Footer['sections'] = {}
  #waiting: Uint8Array[] = []
  #waitingBytes = 0
  #end = 0

  private constructor(handle: FileHandle) {
    this.#handle = handle
  }

  static async create(path: string): Promise<SegmentSink> {
    return new SegmentSink(await open(path, 'wx', 0o600))
  }

  /** Where the next record begins. */
  get end(): number {
    return this.#end
  }

  /** Takes bytes, which nobody may change then; those of many calls are written by `drain`. */
  append(bytes: Uint8Array): void {
    this.#waiting.push(bytes)
    this.#waitingBytes += bytes.length
    this.#end += bytes.length
  }

  /** Writes what waits, when it is enough or `isAll`. */
  async drain(isAll = false): Promise<void> {
    if (this.#waitingBytes === 0 || (!isAll && this.#waitingBytes < CHUNK_BYTES)) return
    const parts = this.#waiting
    this.#waiting = []
    this.#waitingBytes = 0
    await this.#handle.appendFile(Buffer.concat(parts))
  }

  async section(name: string, bytes: Uint8Array): Promise<void> {
    const gap = -this.#end & (SECTION_ALIGNMENT - 1)
    if (gap > 0) this.append(new Uint8Array(gap))
    this.#sections[name] = [this.#end, bytes.length, crc32(bytes)]
    if (bytes.length > 0) this.append(bytes)
    await this.drain()
  }

  /** Values in JSON, one a line. */
  async lines(name: string, values: readonly unknown[], turns: Turns): Promise<void> {
    const lines: string[] = []
    for (const value of values) {
      if (turns.isOver) await turns.next()
      lines.push(JSON.stringify(value))
    }
    await this.section(name, Buffer.from(lines.join('\n')))
  }

  /** @returns the bytes of the file, which are on disk then */
  async finish(about: Omit<Footer, 'sections'>): Promise<number> {
    const footer = Buffer.from(JSON.stringify({ ...about, sections: this.#sections }))
    this.append(footer)
    this.append(encodeTrailer(footer))
    await this.drain(true)
    await this.#handle.datasync()
    await this.close()
    return this.#end
  }

  /** Ends it where it is. */
  async close(): Promise<void> {
    await this.#handle.close()
  }
}
