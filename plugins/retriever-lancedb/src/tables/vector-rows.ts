import type { PassageVector } from '@docent/core'
import type { Table } from '@lancedb/lancedb'
import type { PassageRow } from './index-schema.ts'
import { sqlList } from './sql.ts'

/** Keys in one query: a longer list makes its plan slow. */
const KEYS_PER_READ = 500

/** An empty vector is none: the model gave nothing for this passage. */
export function vectorColumns(vector: PassageVector | undefined): Pick<PassageRow, 'vector' | 'vector_key'> {
  if (vector === undefined || vector.values.length === 0) return {}
  return { vector: Array.from(vector.values), vector_key: vector.key }
}

/** The vectors that rows of the table have under these keys. */
export async function readVectors(
  table: Promise<Table>,
  keys: readonly string[],
): Promise<Map<string, ArrayLike<number>>> {
  const found = new Map<string, ArrayLike<number>>()
  const passages = await table
  for (let start = 0; start < keys.length; start += KEYS_PER_READ) {
    const chunk = keys.slice(start, start + KEYS_PER_READ)
    const rows = await passages
      .query()
      .where(`vector_key IN (${sqlList(chunk)})`)
      .select(['vector_key', 'vector'])
      .toArrow()
    const [rowKeys, vectors] = [rows.getChild('vector_key'), rows.getChild('vector')]
    for (let row = 0; row < rows.numRows; row++) {
      // A copy, because the batch that it lies in should be freed.
      found.set(rowKeys?.get(row), Float32Array.from(vectors?.get(row)))
    }
  }
  return found
}
