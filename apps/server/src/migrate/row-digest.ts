import { hash } from 'node:crypto'
import type { StoredRow } from '@docent/core/plugin'

const SIZE = 1n << 256n

/** The content of a table as one number, in whatever order its rows come: the sum of their SHA-256. */
export class RowDigest {
  rows = 0
  #sum = 0n

  add(rows: readonly StoredRow[]): void {
    for (const row of rows) {
      this.rows += 1
      this.#sum = (this.#sum + BigInt(`0x${hash('sha256', textOf(row))}`)) % SIZE
    }
  }

  get hash(): string {
    return this.#sum.toString(16).padStart(64, '0')
  }
}

function textOf(row: StoredRow): string {
  const columns = Object.entries(row).sort(([one], [other]) => (one < other ? -1 : 1))
  return JSON.stringify(
    columns.map(([name, value]) => [
      name,
      value instanceof Uint8Array ? `sha256:${hash('sha256', value)}` : value,
    ]),
  )
}
