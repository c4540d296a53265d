import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Attributes, decodeTerms, encodeTerms, hashTerm, Turns } from '@docent/search'
import { expect, test } from 'vitest'
import { encodeRecord } from '../files/records.ts'
import { MemoryBudget } from '../segments/memory-budget.ts'
import { placeOf } from '../segments/places.ts'
import { SEGMENT_ROWS, SegmentDraft } from '../segments/segment-draft.ts'
import { SegmentPool } from '../segments/segment-pool.ts'
import { SegmentView } from '../segments/segment-view.ts'
import { countStatistics } from '../segments/stored-statistics.ts'
import { CandidateSearch } from './find-candidates.ts'

const OPEN: Attributes = { language: null, written: 'en', version: null, tags: [], groups: [] }
const hashes = (text: string) => text.split(' ').map(hashTerm)

interface Views {
  views: SegmentView[]
  find: (text: string, limit?: number, trustedGroups?: string[]) => Promise<number[]>
}

/** Each list of bodies is a segment; each body is a file of one row. A body that begins with `limited` is for staff. */
async function withViews(
  segments: readonly (readonly string[])[],
  use: (views: Views) => Promise<void>,
  { memory = 100_000_000, gone = [] as number[][] } = {},
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'docent-candidates-'))
  try {
    for (const [at, bodies] of segments.entries()) {
      const draft = await SegmentDraft.create(join(folder, `${at}`), `${at}`, undefined)
      for (const body of bodies) {
        const words = body === '' ? [] : hashes(body)
        const terms = decodeTerms(new Uint8Array(Uint32Array.from([0, 0, 0, words.length, ...words]).buffer))
        const groups = body.startsWith('limited') ? ['staff'] : []
        draft.startFile(body, 'hash')
        const about = Buffer.from(JSON.stringify([`/${body}`]))
        const record = encodeRecord(encodeTerms(terms), about, Buffer.from('{}'))
        draft.addRow({ record, terms, attributes: { ...OPEN, groups } })
        await draft.drain()
      }
      await draft.finish(new Turns())
    }
    const pool = new SegmentPool(folder, new MemoryBudget(memory))
    const opened = await pool.acquire(segments.map((_, at) => `${at}`))
    const views = opened.map((segment, at) => new SegmentView(segment, gone[at] ?? []))
    const statistics = await countStatistics(views)
    const search = new CandidateSearch()
    await use({
      views,
      find: (text, limit = 10, trustedGroups = []) =>
        search.find(hashes(text), { views, statistics, filter: { trustedGroups }, limit }),
    })
    await pool.release(opened)
  } finally {
    await rm(folder, { recursive: true })
  }
}

test('finds rows by any of the words, the rarer word and the shorter row first, again and again alike', async () => {
  const bodies = ['lamp', 'lamp oil', 'lamp oil oil', 'rose lamp', 'compass', '']
  await withViews([bodies], async ({ find }) => {
    expect(await find('lamp')).toEqual([0, 1, 3, 2])
    expect((await find('rose lamp'))[0]).toBe(3)
    expect(await find('lamp')).toEqual([0, 1, 3, 2])
    expect(await find('lamp', 2)).toEqual([0, 1])
    expect(await find('anchor')).toEqual([])
  })
})

test('keeps the best of many in their order', async () => {
  const bodies = Array.from({ length: 500 }, (_, n) => `lamp ${'oil '.repeat((n * 7) % 500)}`.trim())
  await withViews([bodies], async ({ find }) => {
    const shortest = bodies
      .map((body, row) => ({ row, words: body.split(' ').length }))
      .sort((one, other) => one.words - other.words)
    expect(await find('lamp', 3)).toEqual(shortest.slice(0, 3).map(({ row }) => row))
  })
})

test('finds the same in several segments as in one, in memory and in files', async () => {
  const words = 'lamp oil rose compass anchor rope sail'.split(' ')
  const bodies = Array.from({ length: 90 }, (_, n) =>
    words.filter((_word, at) => (n * (at + 3)) % 7 < 3).join(' '),
  )
  const queries = ['lamp', 'rose oil', 'anchor rope sail', 'compass lamp']
  const orders: string[][][] = []
  const collect = async ({ find, views }: Views) => {
    const found: string[][] = []
    for (const query of queries) {
      const places = await find(query, 90)
      found.push(
        await Promise.all(
          places.map(async (place) => {
            const view = views[Math.floor(place / SEGMENT_ROWS)]
            return (await view?.segment.row(place % SEGMENT_ROWS))?.pagePath ?? ''
          }),
        ),
      )
    }
    orders.push(found)
  }
  const split = [bodies.slice(0, 40), bodies.slice(40, 41), bodies.slice(41)]
  await withViews([bodies], collect)
  await withViews(split, collect)
  await withViews(split, collect, { memory: 0 })
  expect(orders[1]).toEqual(orders[0])
  expect(orders[2]).toEqual(orders[0])
})

test('leaves out rows of files that are gone, and those limited to groups unless the caller is trusted', async () => {
  const bodies = ['lamp', 'lamp oil', 'limited lamp']
  await withViews(
    [bodies, ['lamp rope']],
    async ({ find }) => {
      expect(await find('lamp')).toEqual([1, placeOf(1, 0)])
      expect(await find('lamp', 10, ['staff'])).toEqual([1, 2, placeOf(1, 0)])
    },
    { gone: [[0], []] },
  )
})

test('reads what has no room in memory from the file', async () => {
  await withViews(
    [['lamp', 'oil']],
    async ({ find, views }) => {
      expect(views[0]?.segment.lists.isInMemory).toBe(false)
      expect(await Promise.all(['lamp', 'oil', 'rose'].map((word) => find(word)))).toEqual([[0], [1], []])
    },
    { memory: 0 },
  )
  await withViews([['lamp']], async ({ views }) => expect(views[0]?.segment.lists.isInMemory).toBe(true))
})

test('counts what is gone or hidden in no statistics of those who may not see it', async () => {
  const bodies = ['lamp', 'lamp oil', 'limited lamp']
  await withViews(
    [bodies],
    async ({ views }) => {
      const all = await countStatistics(views)
      const open = await countStatistics(views, { isOpen: true })
      expect([all.count(hashTerm('lamp')), open.count(hashTerm('lamp'))]).toEqual([2, 1])
      expect([all.count(hashTerm('limited')), open.count(hashTerm('limited'))]).toEqual([1, 0])
      expect([all.averageLength('body'), open.averageLength('body')]).toEqual([2, 2])
    },
    { gone: [[0]] },
  )
})
