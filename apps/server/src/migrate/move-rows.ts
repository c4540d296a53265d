import { DocentError, type StoredRow, type StoredRows } from '@docent/core/plugin'
import { RowDigest } from './row-digest.ts'

/** One of the stores of an installation, where it is and where it goes. */
export interface StoreMove {
  /** In front of the names of its tables, such as `accounts`. */
  readonly name: string
  readonly source: StoredRows
  readonly target: StoredRows
}

export interface MovedTable {
  readonly table: string
  readonly rows: number
  /** The same on both sides. */
  readonly hash: string
}

export interface MoveOptions {
  /** What is moved, in words: the same when an interrupted move goes on. */
  readonly from: string
  readonly signal?: AbortSignal
  onProgress?(step: { label: string; done: number; total: number }): void
}

export interface Moved {
  readonly tables: readonly MovedTable[]
  /** It went on where an earlier one had ended. */
  readonly isResumed: boolean
}

/**
 * Copies every row, then reads both sides again and compares them table by table. Whatever interrupts it, the same call
 * goes on after the last page that arrived.
 * @throws DocentError `conflict` for a target that is not empty, and when the two sides differ in the end
 */
export async function moveRows(
  moves: readonly StoreMove[],
  { from, signal, onProgress }: MoveOptions,
): Promise<Moved> {
  let isResumed = false
  for (const { target } of moves) if (!isResumed) ({ isResumed } = await target.begin(from))
  let rows = 0
  for (const { source } of moves) for (const table of source.tables) rows += await source.count(table)
  // Each row is written once and read again on both sides.
  const progress = { done: 0, total: rows * 3 }
  const advance = (label: string, by: number) => {
    progress.done = Math.min(progress.total, progress.done + by)
    onProgress?.({ label, ...progress })
  }
  for (const { name, source, target } of moves)
    for (const table of source.tables)
      await copy(table, source, target, signal, (count) => advance(`moving ${labelOf(name, table)}`, count))
  const tables: MovedTable[] = []
  for (const { name, source, target } of moves)
    for (const table of source.tables) {
      const report = (count: number) => advance(`checking ${labelOf(name, table)}`, count)
      const [before, after] = [
        await digest(table, source, signal, report),
        await digest(table, target, signal, report),
      ]
      if (before.rows !== after.rows || before.hash !== after.hash)
        throw differs(labelOf(name, table), before.rows, after.rows)
      tables.push({ table: labelOf(name, table), rows: after.rows, hash: after.hash })
    }
  for (const { target } of [...moves].reverse()) await target.finish()
  return { tables, isResumed }
}

function labelOf(store: string, table: string): string {
  return store === '' ? table : `${store}.${table}`
}

async function copy(
  table: string,
  source: StoredRows,
  target: StoredRows,
  signal: AbortSignal | undefined,
  report: (rows: number) => void,
): Promise<void> {
  let after = await target.last(table)
  if (after !== undefined) report(await target.count(table))
  for (;;) {
    signal?.throwIfAborted()
    const page = await source.read(table, after)
    if (page.length === 0) return
    await target.write(table, page)
    report(page.length)
    after = page.at(-1)
  }
}

async function digest(
  table: string,
  store: StoredRows,
  signal: AbortSignal | undefined,
  report: (rows: number) => void,
): Promise<RowDigest> {
  const found = new RowDigest()
  let after: StoredRow | undefined
  for (;;) {
    signal?.throwIfAborted()
    const page = await store.read(table, after)
    if (page.length === 0) return found
    found.add(page)
    report(page.length)
    after = page.at(-1)
  }
}

function differs(table: string, before: number, after: number): DocentError {
  return new DocentError(
    'conflict',
    `${table} has ${before} rows in the source and ${after} in the target, or their contents differ. Something changed the source or the target during the copy. Stop everything that uses them, empty the target, and start over.`,
  )
}
