import { read } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { Turns } from '@docent/search'
import { assertSum, decodeTrailer, Footer, TRAILER_BYTES } from './layout.ts'

/** The file of a segment, open for reading. Reads that run when it is closed end as they would have. */
export class SegmentFile {
  readonly #handle: FileHandle
  readonly footer: Footer
  #users = 0
  #isClosed = false

  private constructor(handle: FileHandle, footer: Footer) {
    this.#handle = handle
    this.footer = footer
  }

  /** @throws when the file is missing, cut short, or none */
  static async open(path: string): Promise<SegmentFile> {
    const handle = await open(path, 'r')
    try {
      const { size } = await handle.stat()
      const trailer = decodeTrailer(await readAt(handle, size - TRAILER_BYTES, TRAILER_BYTES))
      if (trailer === undefined) throw new Error('A file of the search index is cut short.')
      const bytes = await readAt(handle, size - TRAILER_BYTES - trailer.bytes, trailer.bytes)
      assertSum(bytes, trailer.sum, 'The end of a file')
      return new SegmentFile(handle, Footer.parse(JSON.parse(utf8(bytes))))
    } catch (error) {
      await handle.close()
      throw error
    }
  }

  has(section: string): boolean {
    return section in this.footer.sections
  }

  /** Bytes of a section; 0 without it. */
  bytesOf(section: string): number {
    return this.footer.sections[section]?.[1] ?? 0
  }

  /** A section whole, in memory of its own, with its sum compared. @throws when it is damaged, or not there */
  async section(name: string): Promise<Uint8Array<ArrayBuffer>> {
    const [start, length, sum] = this.#section(name)
    const bytes = await this.read(start, length)
    assertSum(bytes, sum, `Section ${name}`)
    return bytes
  }

  async text(name: string): Promise<string> {
    return utf8(await this.section(name))
  }

  async json<Value>(name: string): Promise<Value> {
    return JSON.parse(await this.text(name))
  }

  /** A section of values in JSON, one a line, with turns for other work. */
  async lines<Value>(name: string, turns: Turns): Promise<Value[]> {
    const text = await this.text(name)
    const values: Value[] = []
    for (const line of text === '' ? [] : text.split('\n')) {
      if (turns.isOver) await turns.next()
      values.push(JSON.parse(line))
    }
    return values
  }

  /** A part of a section, without a look at its sum. */
  readPart(name: string, from: number, into: Uint8Array): Promise<void> {
    const [start, length] = this.#section(name)
    if (from + into.length > length) throw new RangeError(`Section ${name} is shorter.`)
    return this.readInto(start + from, into)
  }

  async read(start: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = new Uint8Array(length)
    await this.readInto(start, bytes)
    return bytes
  }

  async readInto(start: number, bytes: Uint8Array): Promise<void> {
    if (this.#isClosed) throw new Error('A file of the search index is closed.')
    this.#users++
    try {
      await readInto(this.#handle, start, bytes)
    } finally {
      this.#users--
      if (this.#isClosed && this.#users === 0) await this.#handle.close()
    }
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    if (this.#users === 0) await this.#handle.close()
  }

  #section(name: string) {
    const section = this.footer.sections[name]
    if (section === undefined) throw new Error(`A file of the search index has no section ${name}.`)
    return section
  }
}

async function readAt(handle: FileHandle, start: number, length: number): Promise<Uint8Array> {
  if (start < 0) throw new Error('A file of the search index is cut short.')
  const bytes = new Uint8Array(length)
  await readInto(handle, start, bytes)
  return bytes
}

async function readInto(handle: FileHandle, start: number, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const bytesRead = await readOnce(handle.fd, start + at, at === 0 ? bytes : bytes.subarray(at))
    if (bytesRead === 0) throw new Error('A file of the search index is cut short.')
    at += bytesRead
  }
}

/** The reading of file handles by promises takes twice the processor time, and a search reads a hundred rows. */
function readOnce(file: number, position: number, bytes: Uint8Array): Promise<number> {
  return new Promise((resolve, reject) => {
    read(file, bytes, 0, bytes.length, position, (error, bytesRead) =>
      error === null ? resolve(bytesRead) : reject(error),
    )
  })
}

function utf8(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()
}
