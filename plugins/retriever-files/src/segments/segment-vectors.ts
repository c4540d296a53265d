import { numbers } from '../files/layout.ts'
import type { SegmentFile } from '../files/segment-file.ts'
import { wordsOf } from './vector-codes.ts'

/** The vectors of one segment: a bit for each dimension in memory, the numbers there too or in the file. */
export class SegmentVectors {
  readonly dimensions: number
  /** The row of each vector, ascending. */
  readonly rows: Uint16Array
  readonly codes: Uint32Array
  readonly #file: SegmentFile
  #values: Float32Array | undefined

  private constructor(file: SegmentFile, dimensions: number, rows: Uint16Array, codes: Uint32Array) {
    this.#file = file
    this.dimensions = dimensions
    this.rows = rows
    this.codes = codes
  }

  static async open(file: SegmentFile): Promise<SegmentVectors> {
    const rows = numbers(Uint16Array, await file.section('vectorRows'))
    const codes = numbers(Uint32Array, await file.section('vectorCodes'))
    return new SegmentVectors(file, file.footer.dimensions ?? 0, rows, codes)
  }

  get count(): number {
    return this.rows.length
  }

  get codeBytes(): number {
    return this.rows.byteLength + this.codes.byteLength
  }

  get valueBytes(): number {
    return this.#file.bytesOf('vectors')
  }

  /** Words of a code. */
  get words(): number {
    return wordsOf(this.dimensions)
  }

  /** Reads all numbers. @throws when they are damaged */
  async load(): Promise<void> {
    this.#values = await this.all()
  }

  /** The numbers of all vectors, one after the other. */
  all(): Float32Array | Promise<Float32Array> {
    return this.#values ?? this.#file.section('vectors').then((bytes) => numbers(Float32Array, bytes))
  }

  /** The numbers of the vector at this place; a promise when they are read from the file. */
  at(place: number): Float32Array | Promise<Float32Array> {
    const from = place * this.dimensions
    if (this.#values !== undefined) return this.#values.subarray(from, from + this.dimensions)
    return this.#read(from)
  }

  /** See `keyNumber`. */
  async keys(): Promise<Float64Array> {
    return numbers(Float64Array, await this.#file.section('vectorKeys'))
  }

  /** The place of a row's vector; below 0 without one. */
  placeOf(row: number): number {
    let low = 0
    let high = this.rows.length - 1
    while (low <= high) {
      const middle = (low + high) >>> 1
      const found = this.rows[middle] ?? 0
      if (found === row) return middle
      if (found < row) low = middle + 1
      else high = middle - 1
    }
    return -1
  }

  async #read(from: number): Promise<Float32Array> {
    const values = new Float32Array(this.dimensions)
    await this.#file.readPart('vectors', from * values.BYTES_PER_ELEMENT, new Uint8Array(values.buffer))
    return values
  }
}
