import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type Table } from '@lancedb/lancedb'
import { expect, test } from 'vitest'
import { hashTerm } from '../words/passage-terms.ts'
import { Postings } from './postings.ts'
import { NoRoomForPostings, PostingsMemory } from './postings-memory.ts'
import { SEGMENT_ROWS } from './postings-segment.ts'
import { RevisionPostings } from './revision-postings.ts'
import { rarityOf } from './term-statistics.ts'

const signal = new AbortController().signal
const all = { gone: new Set<number>(), visible: 'all' } as const
const request = (table: Table, averageLength: number, mostBytes = 100_000_000) => ({
  table,
  averageLength,
  memory: new PostingsMemory(mostBytes),
  folder: tmpdir(),
  signal,
})
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
    const postings = await Postings.read(request(table, 2))
    const find = async (text: string, limit = 10) =>
      bodiesOf(
        table,
        ((await postings.search(hashes(text), limit, all)) ?? []).map(({ id }) => BigInt(id)),
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
    const postings = await Postings.read(request(table, 2))
    const found = (await postings.search(hashes('lamp'), 500, all)) ?? []
    const scores = found.map(({ score }) => score)
    expect(scores).toEqual(scores.toSorted((first, second) => second - first))
    expect(await postings.search(hashes('lamp'), 20, all)).toEqual(found.slice(0, 20))
    expect(await postings.search(hashes('lamp'), 20, { ...all, gone: new Set([0]) })).not.toContainEqual(
      found[0],
    )
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
    const postings = await Postings.read(request(table, 1))
    const rowsOf = async (text: string, limit: number, more = {}) =>
      ((await postings.search(hashes(text), limit, { ...all, ...more })) ?? []).map(({ id }) => id)
    const [best, ...others] = await rowsOf('anchor', 10)
    expect(best).toBe(last)
    expect(others.toSorted((one, other) => one - other)).toEqual([3, SEGMENT_ROWS - 1, SEGMENT_ROWS])
    expect(await rowsOf('anchor', 2)).toEqual([last, 3])
    expect(await rowsOf('anchor', 10, { visible: 'open' })).not.toContain(SEGMENT_ROWS)
    expect(await rowsOf('anchor', 10, { gone: new Set([last]) })).not.toContain(last)
    // A common word has rows in both, and one of the second that has a rare word beside it comes before them.
    expect(await rowsOf('oil anchor', 1_000)).toHaveLength(4)
    expect((await rowsOf('word7 anchor', 3))[0]).toBe(last)
    expect(await rowsOf('word7', 2_000)).toHaveLength(bodies.filter((body) => body === 'word7').length)
    expect(postings.rarity(hashTerm('anchor'))).toBeCloseTo(rarityOf(4, bodies.length))
    expect(postings.bytes / bodies.length).toBeLessThan(30)
  })
}, 60_000)

test('finds the same when a part of it, or all, is in a file, and never takes more memory than it may', async () => {
  const numbers = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 5_003]
  const bodies = Array.from({ length: 2 * SEGMENT_ROWS + 500 }, (_, n) =>
    numbers.map((number) => `${number}of${n % number}`).join(' '),
  )
  const questions = ['2of1 5003of7', '3of1 7of2', '5003of1 5003of2 11of3', 'anchor', '2of0 3of0 5of0 7of0']
  await withTable(bodies, async (table) => {
    const whole = await Postings.read(request(table, 13))
    expect(whole.fileBytes).toBe(0)
    for (const share of [0.9, 0.6, 0.4]) {
      const mostBytes = whole.bytes * share
      const memory = new PostingsMemory(mostBytes)
      const part = await Postings.read({ ...request(table, 13), memory })
      expect(part.bytes).toBeLessThanOrEqual(mostBytes)
      expect(part.bytes + part.fileBytes).toBe(whole.bytes)
      expect(memory.take(mostBytes - part.bytes + 1)).toBe(false)
      for (const text of questions) {
        const find = (postings: Postings) => postings.search(hashes(text), 300, all)
        // Others ask at the same time.
        const [first, second] = await Promise.all([find(part), find(part)])
        expect(first).toEqual(await find(whole))
        expect(second).toEqual(first)
      }
      // Some memory is left to other projects, but for what must stay in it.
      expect(memory.take(mostBytes / 8)).toBe(true)
      await part.close()
    }
    await expect(Postings.read(request(table, 13, 100_000))).rejects.toThrow(NoRoomForPostings)
  })
}, 60_000)

test('lets a search end whose file is closed meanwhile, and has nothing for later ones', async () => {
  const bodies = Array.from({ length: 2_000 }, (_, n) => `lamp word${n % 7}`)
  await withTable(bodies, async (table) => {
    const memory = new PostingsMemory(2_000 * (8 + 6) + 200)
    const postings = await Postings.read({ ...request(table, 2), memory })
    expect(postings.fileBytes).toBe(2 * 2_000 * 3)
    const running = postings.search(hashes('lamp'), 5, all)
    await postings.close()
    expect(await running).toHaveLength(5)
    expect(await postings.search(hashes('lamp'), 5, all)).toBeUndefined()
    expect(memory.take(2_000 * (8 + 6) + 200)).toBe(true)
  })
})

test('follows the rows that come and go, and asks for all anew when they are many', async () => {
  await withTable(['lamp', 'lamp oil', 'rose'], async (table) => {
    const first = await RevisionPostings.read(request(table, 2))
    await table.delete(`id = 'lamp'`)
    await table.add([row('lamp rose'), row('anchor')])
    const second = await first.at(table, signal)
    const find = async (text: string) =>
      bodiesOf(table, (await second?.search(hashes(text), 10, 'all')) ?? [])
    expect((await find('lamp')).toSorted()).toEqual(['lamp oil', 'lamp rose'])
    expect((await find('rose')).toSorted()).toEqual(['lamp rose', 'rose'])
    // A word that came with a new row is rarer than any other.
    expect(await find('anchor lamp')).toHaveLength(3)
    expect((await find('anchor lamp'))[0]).toBe('anchor')
    await table.delete(`id = 'anchor'`)
    const third = await second?.at(table, signal)
    expect(await third?.search(hashes('anchor'), 10, 'all')).toEqual([])
    await table.add(Array.from({ length: 600 }, (_, n) => row(`oil ${n}`)))
    expect(await third?.at(table, signal)).toBeUndefined()
  })
})

test('keeps rows that are limited to groups from who sees the open ones alone, also those that came since', async () => {
  await withTable(['limited lamp', 'open lamp'], async (table) => {
    const first = await RevisionPostings.read(request(table, 2))
    await table.add([row('limited lamp oil', true), row('open lamp oil')])
    for (const [postings, open, every] of [
      [first, 1, 2],
      [await first.at(table, signal), 2, 4],
    ] as const) {
      const seen = await bodiesOf(table, (await postings?.search(hashes('lamp limited'), 10, 'open')) ?? [])
      expect(seen).toHaveLength(open)
      expect(seen.filter((body) => body.startsWith('limited'))).toEqual([])
      expect(await postings?.search(hashes('lamp'), 10, 'all')).toHaveLength(every)
    }
  })
})

test('ends early when nobody waits for it any more', async () => {
  await withTable(['lamp'], async (table) => {
    await expect(
      RevisionPostings.read({ ...request(table, 2), signal: AbortSignal.abort() }),
    ).rejects.toThrow('abort')
  })
})

test('shares its memory, first come first served', () => {
  const memory = new PostingsMemory(100)
  expect([memory.take(60), memory.take(60), memory.take(40)]).toEqual([true, false, true])
  memory.giveBack(60)
  expect(memory.take(50)).toBe(true)
  expect(new PostingsMemory(0).take(1)).toBe(false)
})
