import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type Table } from '@lancedb/lancedb'
import { expect, test } from 'vitest'
import { hashTerm } from '../words/passage-terms.ts'
import { Postings } from './postings.ts'
import { PostingsMemory, RevisionPostings } from './revision-postings.ts'

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
    const postings = await Postings.read(table, signal)
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
    const postings = await Postings.read(table, signal)
    const found = postings.search(hashes('lamp'), 500, all)
    const scores = found.map(({ score }) => score)
    expect(scores).toEqual(scores.toSorted((first, second) => second - first))
    expect(postings.search(hashes('lamp'), 20, all)).toEqual(found.slice(0, 20))
    expect(postings.search(hashes('lamp'), 20, { ...all, gone: new Set([0]) })).not.toContainEqual(found[0])
  })
})

test('follows the rows that come and go, and asks for all anew when they are many', async () => {
  await withTable(['lamp', 'lamp oil', 'rose'], async (table) => {
    const first = await RevisionPostings.read(table, signal)
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
    const first = await RevisionPostings.read(table, signal)
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
    await expect(RevisionPostings.read(table, AbortSignal.abort())).rejects.toThrow('abort')
  })
})

test('shares its memory, first come first served', () => {
  const memory = new PostingsMemory(100)
  expect([memory.take(60), memory.take(60), memory.take(40)]).toEqual([true, false, true])
  memory.giveBack(60)
  expect(memory.take(50)).toBe(true)
  expect(new PostingsMemory(0).take(1)).toBe(false)
})
