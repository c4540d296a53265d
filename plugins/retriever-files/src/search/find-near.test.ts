import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeTerms, Turns } from '@docent/search'
import { expect, test } from 'vitest'
import { encodeRecord } from '../files/records.ts'
import { MemoryBudget } from '../segments/memory-budget.ts'
import { placeOf } from '../segments/places.ts'
import { SegmentDraft } from '../segments/segment-draft.ts'
import { SegmentPool } from '../segments/segment-pool.ts'
import { SegmentView } from '../segments/segment-view.ts'
import { findNear } from './find-near.ts'

const DIMENSIONS = 96
const NOTHING = new Uint8Array(0)
const TERMS = decodeTerms(new Uint8Array(16))

/** The same numbers in every run (mulberry32), from -1 to 1. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 31 - 1
  }
}

/** As texts have them: a few directions that many share, and something of their own. */
function vectors(count: number): number[][] {
  const next = random(7)
  const themes = Array.from({ length: 60 }, () => Array.from({ length: DIMENSIONS }, next))
  return Array.from({ length: count }, (_, at) => {
    const theme = themes[at % themes.length] ?? []
    return Array.from({ length: DIMENSIONS }, (_each, axis) => (theme[axis] ?? 0) + 0.9 * next())
  })
}

async function withVectors(
  segments: readonly (readonly number[][])[],
  use: (views: SegmentView[]) => Promise<void>,
  { memory = 1e9, gone = [] as number[][] } = {},
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'docent-near-'))
  try {
    for (const [name, rows] of segments.entries()) {
      const draft = await SegmentDraft.create(join(folder, `${name}`), `${name}`, DIMENSIONS)
      for (const [at, values] of rows.entries()) {
        draft.startFile(`${at}`, '')
        const attributes = {
          language: null,
          written: 'en',
          version: null,
          tags: [],
          groups: at % 10 === 9 ? ['staff'] : [],
        }
        const record = encodeRecord(NOTHING, Buffer.from('["/"]'), NOTHING)
        draft.addRow({ record, terms: TERMS, attributes, vector: { key: `${at}`, values } })
      }
      await draft.finish(new Turns())
    }
    const pool = new SegmentPool(folder, new MemoryBudget(memory))
    const opened = await pool.acquire(segments.map((_, name) => `${name}`))
    await use(opened.map((segment, at) => new SegmentView(segment, gone[at] ?? [])))
    await pool.release(opened)
  } finally {
    await rm(folder, { recursive: true })
  }
}

function cosine(one: readonly number[], other: readonly number[]): number {
  const dot = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)
  return dot(one, other) / Math.sqrt(dot(one, one) * dot(other, other))
}

test('finds exactly the nearest of few, without those that are gone or hidden, in memory and in files', async () => {
  const rows = vectors(60)
  const wanted = vectors(200).at(-1) ?? []
  const visible = [...rows.keys()].filter((at) => at % 10 !== 9 && at !== 3)
  const near = (at: number) => cosine(rows[at] ?? [], wanted)
  const expected = visible.sort((one, other) => near(other) - near(one)).slice(0, 5)
  for (const memory of [1e9, 0]) {
    await withVectors(
      [rows.slice(0, 20), rows.slice(20)],
      async (views) => {
        const found = await findNear(wanted, { views, filter: {}, limit: 5 })
        expect(found).toEqual(expected.map((at) => (at < 20 ? placeOf(0, at) : placeOf(1, at - 20))))
      },
      { memory, gone: [[3], []] },
    )
  }
})

test('finds nearly all of the nearest of many, in memory and in files', async () => {
  // More products than are exact.
  const rows = vectors(45_000)
  const queries = vectors(45_030).slice(45_000)
  for (const memory of [1e9, 0]) {
    await withVectors(
      [rows],
      async (views) => {
        let found = 0
        for (const wanted of queries.slice(0, memory === 0 ? 3 : 30)) {
          const near = rows
            .map((row, at) => ({ at, near: cosine(row, wanted) }))
            .filter(({ at }) => at % 10 !== 9)
          const nearest = new Set(
            near
              .sort((one, other) => other.near - one.near)
              .slice(0, 10)
              .map(({ at }) => at),
          )
          const places = await findNear(wanted, { views, filter: {}, limit: 100 })
          expect(places).toHaveLength(100)
          expect(places.some((place) => place % 10 === 9)).toBe(false)
          found += places.slice(0, 10).filter((place) => nearest.has(place)).length
        }
        expect(found / (memory === 0 ? 30 : 300)).toBeGreaterThan(0.95)
      },
      { memory },
    )
  }
})
