import type { Table } from '@lancedb/lancedb'

const HIGH = 2 ** 32

/**
 * The ids of all rows of a table, ascending. As numbers: ids count up from 0, and 40,000 BigInts in a set take longer
 * than the rest of following a commit.
 *
 * @param column a small one of the table, because LanceDB reads no ids alone
 */
export async function readRowIds(
  table: Table,
  signal: AbortSignal,
  column = 'restricted',
): Promise<Float64Array> {
  const parts: Float64Array[] = []
  for await (const batch of table.query().select([column]).withRowId()) {
    signal.throwIfAborted()
    const ids: BigUint64Array = batch.getChild('_rowid')?.toArray() ?? new BigUint64Array()
    parts.push(idNumbers(ids))
  }
  return joined(parts).sort()
}

/** One list after the other. */
export function joined(parts: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** @throws RangeError for an id that a number cannot hold */
export function idNumbers(ids: BigUint64Array): Float64Array {
  const halves = new Uint32Array(ids.buffer, ids.byteOffset, 2 * ids.length)
  const numbers = new Float64Array(ids.length)
  for (let at = 0; at < ids.length; at++) {
    const number = (halves[2 * at + 1] ?? 0) * HIGH + (halves[2 * at] ?? 0)
    if (number > Number.MAX_SAFE_INTEGER) throw new RangeError(`The row id ${ids[at]} is too large.`)
    numbers[at] = number
  }
  return numbers
}

/** What only one of two ascending lists has. */
export function difference(
  before: Float64Array,
  after: Float64Array,
): { gone: Set<number>; added: number[] } {
  const gone = new Set<number>()
  const added: number[] = []
  let at = 0
  for (let next = 0; next < after.length; next++) {
    const id = after[next] ?? 0
    while (at < before.length && (before[at] ?? 0) < id) gone.add(before[at++] ?? 0)
    if (before[at] === id) at++
    else added.push(id)
  }
  while (at < before.length) gone.add(before[at++] ?? 0)
  return { gone, added }
}
