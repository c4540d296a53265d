import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type Table } from '@lancedb/lancedb'
import { expect, test } from 'vitest'
import { hashTerm } from '../words/passage-terms.ts'
import { Postings } from './postings.ts'
import { SEGMENT_ROWS } from './postings-segment.ts'
import { PostingsMemory, RevisionPostings } from './revision-postings.ts'
import { rarityOf } from './term-statistics.ts'

const signal = new AbortController().signal
const all = { gone: new Set<number>(), visible: 'all' } as const
const hashes = (text: string) => text.split(' ').map(hashTerm)

/** Rows whose body has these words, as the table of passages stores them. */
async function withTable(bodies: readonly string[], use: (table: Table) => Promise<void>): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'docent-postings-'))
  try {
    const database = await connect(directory, {
      storageOptions: { new_table_enable_stable_row_ids: 'true' },
    })
    const table = await database.createTable(
      'passages',
      bodies.map((body) => row(body, body.startsWith('limited'))),
    )
    await use(table)
    table.close()
    database.close()
  } finally {
    await rm(directory, { recursive: true })
  }
}

function row(body: string, restricted = false) {
  const words = body === '' ? [] : hashes(body)
  const numbers = Uint32Array.from([0, 0, 0, words.length, ...words])
  return { id: body, restricted, terms: Buffer.from(numbers.buffer) }
}

async function bodiesOf(table: Table, ids: readonly bigint[]): Promise<string[]> {
  if (ids.length === 0) return []
  const found = await table
    .takeRowIds([...ids])
    .select(['id'])
    .withRowId()
    .toArrow()
  const [rowIds, texts] = ['_rowid', 'id'].map((name) => found.getChild(name))
  const byId = new Map(Array.from({ length: found.numRows }, (_, at) => [rowIds?.get(at), texts?.get(at)]))
  return ids.map((id) => byId.get(id))
}

test('finds rows by any of the words, the rarer word and the shorter row first, again and again alike', async () => {
  const bodies = ['lamp', 'lamp oil', 'lamp oil oil', 'rose lamp', 'compass', '']
  await withTable(bodies, async (table) => {
    const postings = await Postings.read(table, 2, signal)
    const find = async (text: string, limit = 10) =>
      bodiesOf(
        table,
        postings.search(hashes(text), limit, all).map(({ id }) => BigInt(id)),
      )
    expect(await find('lamp')).toEqual(['lamp', 'lamp oil', 'rose lamp', 'lamp oil oil'])
    expect((await find('rose lamp'))[0]).toBe('rose lamp')
    expect(await find('lamp')).toEqual(['lamp', 'lamp oil', 'rose lamp', 'lamp oil oil'])
    expect(await find('lamp', 2)).toEqual(['lamp', 'lamp oil'])
    expect(await find('anchor')).toEqual([])
  })
})

test('keeps the best of many in their order', async () => {
  const bodies = Array.from({ length: 500 }, (_, n) => `lamp ${'oil '.repeat((n * 7) % 500)}`.trim())
  await withTable(bodies, async (table) => {
    const postings = await Postings.read(table, 2, signal)
    const found = postings.search(hashes('lamp'), 500, all)
    const scores = found.map(({ score }) => score)
    expect(scores).toEqual(scores.toSorted((first, second) => second - first))
    expect(postings.search(hashes('lamp'), 20, all)).toEqual(found.slice(0, 20))
    expect(postings.search(hashes('lamp'), 20, { ...all, gone: new Set([0]) })).not.toContainEqual(found[0])
  })
})

test('finds rows in every segment, and keeps the order, what is hidden and what is gone across them', async () => {
  const bodies = Array.from({ length: SEGMENT_ROWS + 4_000 }, (_, n) => `word${n % 50}`)
  const last = bodies.length - 1
  bodies[3] = 'anchor oil oil'
  bodies[SEGMENT_ROWS - 1] = 'anchor oil lamp rose compass'
  bodies[SEGMENT_ROWS] = 'limited anchor oil'
  bodies[last] = 'anchor'
  await withTable(bodies, async (table) => {
    const postings = await Postings.read(table, 1, signal)
    const rowsOf = (text: string, limit: number, more = {}) =>
      postings.search(hashes(text), limit, { ...all, ...more }).map(({ id }) => id)
    const [best, ...others] = rowsOf('anchor', 10)
    expect(best).toBe(last)
    expect(others.toSorted((one, other) => one - other)).toEqual([3, SEGMENT_ROWS - 1, SEGMENT_ROWS])
    expect(rowsOf('anchor', 2)).toEqual([last, 3])
    expect(rowsOf('anchor', 10, { visible: 'open' })).not.toContain(SEGMENT_ROWS)
    expect(rowsOf('anchor', 10, { gone: new Set([last]) })).not.toContain(last)
    // A common word has rows in both, and one of the second that has a rare word beside it comes before them.
    expect(rowsOf('oil anchor', 1_000)).toHaveLength(4)
    expect(rowsOf('word7 anchor', 3)[0]).toBe(last)
    expect(rowsOf('word7', 2_000)).toHaveLength(bodies.filter((body) => body === 'word7').length)
    expect(postings.rarity(hashTerm('anchor'))).toBeCloseTo(rarityOf(4, bodies.length))
    expect(postings.bytes / bodies.length).toBeLessThan(30)
  })
}, 60_000)

test('follows the rows that come and go, and asks for all anew when they are many', async () => {
  await withTable(['lamp', 'lamp oil', 'rose'], async (table) => {
    const first = await RevisionPostings.read(table, 2, signal)
    await table.delete(`id = 'lamp'`)
    await table.add([row('lamp rose'), row('anchor')])
    const second = await first.at(table, signal)
    const find = async (text: string) => bodiesOf(table, second?.search(hashes(text), 10, 'all') ?? [])
    expect((await find('lamp')).toSorted()).toEqual(['lamp oil', 'lamp rose'])
    expect((await find('rose')).toSorted()).toEqual(['lamp rose', 'rose'])
    // A word that came with a new row is rarer than any other.
    expect(await find('anchor lamp')).toHaveLength(3)
    expect((await find('anchor lamp'))[0]).toBe('anchor')
    await table.delete(`id = 'anchor'`)
    const third = await second?.at(table, signal)
    expect(third?.search(hashes('anchor'), 10, 'all')).toEqual([])
    await table.add(Array.from({ length: 600 }, (_, n) => row(`oil ${n}`)))
    expect(await third?.at(table, signal)).toBeUndefined()
  })
})

test('keeps rows that are limited to groups from who sees the open ones alone, also those that came since', async () => {
  await withTable(['limited lamp', 'open lamp'], async (table) => {
    const first = await RevisionPostings.read(table, 2, signal)
    await table.add([row('limited lamp oil', true), row('open lamp oil')])
    for (const [postings, open, every] of [
      [first, 1, 2],
      [await first.at(table, signal), 2, 4],
    ] as const) {
      const seen = await bodiesOf(table, postings?.search(hashes('lamp limited'), 10, 'open') ?? [])
      expect(seen).toHaveLength(open)
      expect(seen.filter((body) => body.startsWith('limited'))).toEqual([])
      expect(postings?.search(hashes('lamp'), 10, 'all')).toHaveLength(every)
    }
  })
})

test('ends early when nobody waits for it any more', async () => {
  await withTable(['lamp'], async (table) => {
    await expect(RevisionPostings.read(table, 2, AbortSignal.abort())).rejects.toThrow('abort')
  })
})

test('shares its memory, first come first served', () => {
  const memory = new PostingsMemory(100)
  expect([memory.take(60), memory.take(60), memory.take(40)]).toEqual([true, false, true])
  memory.giveBack(60)
  expect(memory.take(50)).toBe(true)
  expect([memory.adjust(50, 70), memory.adjust(50, 40), memory.take(20)]).toEqual([false, true, true])
  expect(new PostingsMemory(0).take(1)).toBe(false)
})
