import { readFile } from 'node:fs/promises'
import { FIELDS, TermStatistics, Turns } from '@docent/search'
import { writeSynced } from '../files/synced-file.ts'
import { passingAttributes, rowTest } from './row-test.ts'
import type { SegmentView } from './segment-view.ts'

const TERMS_A_LOOK = 1_000

export async function loadStatistics(path: string): Promise<TermStatistics> {
  return TermStatistics.decode(await readFile(path))
}

/** On disk when it resolves. */
export async function storeStatistics(path: string, statistics: TermStatistics): Promise<void> {
  await writeSynced(path, [statistics.encode()])
}

/**
 * Counts all passages, or those that are open to everyone: 0.1 s at 40,000 passages, with turns for other work.
 *
 * @throws the signal's reason
 */
export async function countStatistics(
  views: readonly SegmentView[],
  { signal, isOpen = false }: { signal?: AbortSignal | undefined; isOpen?: boolean } = {},
): Promise<TermStatistics> {
  const turns = new Turns(signal)
  const counts = new Map<number, number>()
  const totals = FIELDS.map(() => 0)
  let passages = 0
  for (const view of views) {
    const { segment } = view
    const mayCount = isOpen ? rowTest(view, {}) : (row: number) => view.hasRow(row)
    const countsAll = view.goneRows === undefined && (!isOpen || passingAttributes(view, {}) === undefined)
    if (countsAll) {
      for (const [place, hash] of segment.lists.hashes.entries())
        counts.set(hash, (counts.get(hash) ?? 0) + segment.lists.countAt(place))
    } else {
      let at = 0
      for await (const { hash, rows } of segment.lists.entries()) {
        if (at++ % TERMS_A_LOOK === 0 && turns.isOver) await turns.next()
        const count = rows.reduce((sum, row) => sum + (mayCount(row) ? 1 : 0), 0)
        if (count > 0) counts.set(hash, (counts.get(hash) ?? 0) + count)
      }
    }
    await turns.next()
    const lengths = await segment.fieldLengths()
    for (let row = 0; row < segment.rows; row++) {
      if (!mayCount(row)) continue
      passages++
      for (let field = 0; field < FIELDS.length; field++)
        totals[field] = (totals[field] ?? 0) + (lengths[row * FIELDS.length + field] ?? 0)
    }
  }
  const [title = 0, headings = 0, path = 0, body = 0] = totals
  return TermStatistics.of({ passages, lengths: { title, headings, path, body }, counts })
}
