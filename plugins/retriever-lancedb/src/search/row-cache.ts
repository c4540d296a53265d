import type { Table } from '@lancedb/lancedb'
import { decodeTerms, type PassageTerms } from '../words/passage-terms.ts'

/** A passage's row, as ranking and answering need it. */
export interface CachedRow {
  pagePath: string
  terms: PassageTerms
  /** JSON of the passage. */
  passage: string
}

/** Map entry, objects and string header, in bytes: measured roughly. */
const ROW_OVERHEAD = 600

/**
 * Rows by their LanceDB row id, bounded in bytes: the rows that searches keep meeting are read once. A row id means
 * the same content as long as the tables are of one generation: changed passages get new rows, and so do compacted
 * ones.
 */
export class RowCache {
  readonly #mostBytes: number
  readonly #rows = new Map<bigint, CachedRow>()
  #bytes = 0

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes
  }

  /** The rows of these ids in their order; those that are not remembered are read from the table. */
  async rows(table: Table, ids: readonly bigint[]): Promise<CachedRow[]> {
    // Held here: while missing ones are read, other searches may push these out.
    const rows = new Map(ids.map((id) => [id, this.#rows.get(id)]))
    const missing = ids.filter((id) => rows.get(id) === undefined)
    const read = missing.length === 0 ? new Map<bigint, CachedRow>() : await readRows(table, missing)
    const found = ids.map((id) => {
      const row = rows.get(id) ?? read.get(id)
      if (row === undefined) throw new Error(`Row ${id} is in the index and not in the table.`)
      return row
    })
    for (const [id, row] of read) this.#remember(id, row)
    return found
  }

  #remember(id: bigint, row: CachedRow): void {
    if (this.#rows.has(id)) return
    this.#rows.set(id, row)
    this.#bytes += sizeOf(row)
    for (const [oldest, old] of this.#rows) {
      if (this.#bytes <= this.#mostBytes) break
      this.#rows.delete(oldest)
      this.#bytes -= sizeOf(old)
    }
  }
}

async function readRows(table: Table, ids: readonly bigint[]): Promise<Map<bigint, CachedRow>> {
  const found = await table.takeRowIds(ids).select(['page_path', 'terms', 'passage']).withRowId().toArrow()
  const [rowIds, paths, terms, passages] = ['_rowid', 'page_path', 'terms', 'passage'].map((name) =>
    found.getChild(name),
  )
  const rows = new Map<bigint, CachedRow>()
  for (let row = 0; row < found.numRows; row++) {
    rows.set(rowIds?.get(row), {
      pagePath: paths?.get(row),
      terms: decodeTerms(terms?.get(row)),
      passage: passages?.get(row),
    })
  }
  return rows
}

function sizeOf({ pagePath, terms, passage }: CachedRow): number {
  return ROW_OVERHEAD + terms.body.buffer.byteLength + 2 * (pagePath.length + passage.length)
}
