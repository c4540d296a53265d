import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DocentError } from '@docent/core'
import type { Table } from '@lancedb/lancedb'
import { LinkTexts } from '../links/link-texts.ts'
import { readRedirects } from '../links/site-redirects.ts'
import { TermStatistics } from '../search/term-statistics.ts'
import { type CurrentRevision, filesBeside, readCurrentRevision } from '../tables/current-revision.ts'
import { loadLance } from '../tables/lance.ts'
import { missingIndices } from '../tables/search-indices.ts'

/** Rows read at once. */
const BATCH = 1_000

/** True when every file that CURRENT names is there: a look at a few file names, cheap enough for each health check. */
export async function isComplete(folder: string, current: CurrentRevision): Promise<boolean> {
  const tables = ['passages', 'pages'].map((name) => join(current.tables, `${name}.lance`, '_versions'))
  const sizes = await Promise.all([
    ...filesBeside(current).map(async (name) => (await sizeOf(join(folder, name))) > 0),
    ...tables.map(async (name) => (await sizeOf(join(folder, name))) >= 0),
  ])
  return sizes.every(Boolean)
}

/**
 * Reads everything of the committed revision from the disk, beside all memory of the process.
 * @throws whatever reading damaged or missing files throws
 */
export async function verifyIndex(folder: string): Promise<void> {
  const current = await readCurrentRevision(folder)
  if (current === undefined) return
  if (!(await isComplete(folder, current))) throw new Error('Files of the index are missing.')
  await TermStatistics.load(join(folder, current.statistics))
  if (current.openStatistics !== undefined) await TermStatistics.load(join(folder, current.openStatistics))
  if (current.links !== undefined) await LinkTexts.load(join(folder, current.links))
  if (current.redirects !== undefined) await readRedirects(join(folder, current.redirects))
  const lance = await loadLance()
  const connection = await lance.connect(join(folder, current.tables))
  try {
    const passages = await connection.openTable('passages')
    const pages = await connection.openTable('pages')
    await passages.checkout(current.passagesVersion)
    await pages.checkout(current.pagesVersion)
    await readAll(passages, current.passages)
    await readAll(pages, current.pages)
    const missing = await missingIndices(passages)
    if (missing.length > 0) throw new Error(`There is no index of ${missing.join(', ')}.`)
    const query = new lance.MatchQuery('a', 'search')
    await passages.query().fullTextSearch(query).limit(1).toArray()
  } finally {
    connection.close()
  }
}

async function readAll(table: Table, expected: number): Promise<void> {
  for (let offset = 0; ; offset += BATCH) {
    const rows = await table.query().limit(BATCH).offset(offset).toArray()
    if (rows.length === BATCH) continue
    if (offset + rows.length === expected) return
    throw new DocentError('dependency_failed', `A table has ${offset + rows.length} rows of ${expected}.`)
  }
}

/** Bytes; -1 when there is no such file. */
async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return -1
    throw error
  }
}
