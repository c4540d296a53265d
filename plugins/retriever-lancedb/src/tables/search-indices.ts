import type { Table } from '@lancedb/lancedb'
import type { LanceDb } from './lance.ts'

/** Scalar indices make prefilters cheap; the full-text one makes search possible at all. */
const INDICES = [
  { column: 'search', make: (lance: LanceDb) => lance.Index.fts(FULL_TEXT) },
  { column: 'language', make: (lance: LanceDb) => lance.Index.bitmap() },
  { column: 'version', make: (lance: LanceDb) => lance.Index.bitmap() },
  { column: 'restricted', make: (lance: LanceDb) => lance.Index.bitmap() },
  { column: 'tags', make: (lance: LanceDb) => lance.Index.labelList() },
  { column: 'groups', make: (lance: LanceDb) => lance.Index.labelList() },
] as const

/** The column holds terms that are analysed already (see analyzer.ts): LanceDB only splits them at spaces. */
const FULL_TEXT = {
  baseTokenizer: 'whitespace',
  lowercase: false,
  stem: false,
  removeStopWords: false,
  asciiFolding: false,
  maxTokenLength: 256,
  withPosition: false,
} as const

/** Makes every index that is missing. Searching a column without one returns nothing, and no error. */
export async function ensureIndices(table: Table, lance: LanceDb): Promise<void> {
  const present = await indexedColumns(table)
  for (const { column, make } of INDICES) {
    if (!present.has(column)) await table.createIndex(column, { config: make(lance), replace: true })
  }
}

/** From so many passages on an exact comparison with all vectors is too slow (60 ms at 40,000). */
const VECTOR_INDEX_FROM = 10_000

/** Makes the approximate index of vectors when there are many. Later rows are compared exactly until it is optimized. */
export async function ensureVectorIndex(table: Table, lance: LanceDb): Promise<void> {
  if ((await table.countRows('vector IS NOT NULL')) < VECTOR_INDEX_FROM) return
  if ((await indexedColumns(table)).has('vector')) return
  await table.createIndex('vector', { config: lance.Index.hnswSq({ distanceType: 'cosine' }) })
}

/** The columns that searching needs an index on, and that have none. */
export async function missingIndices(table: Table): Promise<string[]> {
  const present = await indexedColumns(table)
  return INDICES.map(({ column }) => column).filter((column) => !present.has(column))
}

async function indexedColumns(table: Table): Promise<Set<string>> {
  return new Set((await table.listIndices()).flatMap((index) => index.columns))
}
