import { randomUUID } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Postings that have no room in memory. The file has no name: the system frees it when it is closed or the process ends. */
export class PostingsFile {
  readonly #handle: FileHandle
  #end = 0
  #users = 0
  #isClosed = false

  private constructor(handle: FileHandle) {
    this.#handle = handle
  }

  /** @param folder where the disk has room for it */
  static async create(folder: string): Promise<PostingsFile> {
    const path = join(folder, `postings-${randomUUID()}`)
    const handle = await open(path, 'wx+', 0o600)
    try {
      await rm(path, { force: true })
    } catch (error) {
      await handle.close()
      throw error
    }
    return new PostingsFile(handle)
  }

  get bytes(): number {
    return this.#end
  }

  /** @returns where it begins */
  async append(bytes: Uint8Array): Promise<number> {
    const start = this.#end
    this.#end += bytes.length
    for (let written = 0; written < bytes.length; ) {
      const { bytesWritten } = await this.#handle.write(bytes, written, undefined, start + written)
      written += bytesWritten
    }
    return start
  }

  /**
   * Fills `bytes` with what begins at `start`.
   *
   * @throws RangeError when the file has less
   */
  async read(start: number, bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length; ) {
      const { bytesRead } = await this.#handle.read(bytes, at, bytes.length - at, start + at)
      if (bytesRead === 0) throw new RangeError('The file with postings is cut short.')
      at += bytesRead
    }
  }

  /** Stays open until `read` has ended; undefined, without a call, when it is closed. */
  async use<Result>(read: () => Promise<Result>): Promise<Result | undefined> {
    if (this.#isClosed) return undefined
    this.#users++
    try {
      return await read()
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
}

/** Memory for what one search reads, used again by later ones: allocating it anew costs more than reading. */
export class ReadBuffer {
  #buffer = new ArrayBuffer(0)

  /** Overwrites what it held before. */
  ofSize(bytes: number): ArrayBuffer {
    if (this.#buffer.byteLength < bytes) this.#buffer = new ArrayBuffer(2 * bytes)
    return this.#buffer
  }
}
