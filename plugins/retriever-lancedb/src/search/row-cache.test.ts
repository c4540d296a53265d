import type { Table } from '@lancedb/lancedb'
import { expect, test } from 'vitest'
import { RowCache } from './row-cache.ts'

/** A table whose reads wait until they are let go. */
function slowTable() {
  const waiting: (() => void)[] = []
  const take = (ids: readonly bigint[]) => {
    const column = (name: string) => ({
      get: (at: number) => {
        if (name === '_rowid') return ids[at]
        return name === 'terms' ? new Uint8Array(16) : `${name} ${ids[at]}`
      },
    })
    const found = { numRows: ids.length, getChild: column }
    const query = {
      select: () => query,
      withRowId: () => query,
      toArrow: () => new Promise((resolve) => waiting.push(() => resolve(found))),
    }
    return query
  }
  return { table: { takeRowIds: take } as unknown as Table, waiting }
}

test('rows that other searches push out meanwhile are still found', async () => {
  const { table, waiting } = slowTable()
  const cache = new RowCache(1_000)
  const first = cache.rows(table, [1n])
  waiting.shift()?.()
  await first
  const both = cache.rows(table, [1n, 2n])
  const others = cache.rows(table, [3n, 4n])
  waiting[1]?.()
  await others
  waiting[0]?.()
  expect((await both).map(({ pagePath }) => pagePath)).toEqual(['page_path 1', 'page_path 2'])
})
