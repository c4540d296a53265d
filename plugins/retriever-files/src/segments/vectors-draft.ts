import { keyNumber, signCodes, wordsOf } from './vector-codes.ts'

/** The vectors of a segment's rows. A row without one is found by words alone. */
export class VectorsDraft {
  readonly dimensions: number
  readonly #rows: number[] = []
  readonly #keys: number[] = []
  readonly #values: Float32Array[] = []

  constructor(dimensions: number) {
    this.dimensions = dimensions
  }

  add(row: number, { key, values }: { key: string; values: ArrayLike<number> }): void {
    if (values.length !== this.dimensions) return
    this.#rows.push(row)
    this.#keys.push(keyNumber(key))
    this.#values.push(Float32Array.from(values))
  }

  async write(section: (name: string, numbers: NodeJS.TypedArray) => Promise<void>): Promise<void> {
    await section('vectorRows', Uint16Array.from(this.#rows))
    await section('vectorKeys', Float64Array.from(this.#keys))
    const values = new Float32Array(this.#rows.length * this.dimensions)
    const codes = new Uint32Array(this.#rows.length * wordsOf(this.dimensions))
    for (const [at, vector] of this.#values.entries()) {
      values.set(vector, at * this.dimensions)
      codes.set(signCodes(vector), at * wordsOf(this.dimensions))
    }
    await section('vectorCodes', codes)
    await section('vectors', values)
  }
}
