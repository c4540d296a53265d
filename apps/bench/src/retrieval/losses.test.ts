import { expect, test } from 'vitest'
import type { Collection } from './collection.ts'
import type { EngineRun } from './engine-run.ts'
import { losses, lossesReport } from './losses.ts'
import { score } from './metrics.ts'

const queries: Collection['queries'] = ['one', 'two', 'three'].map((text) => ({
  text,
  relevant: new Map([['/right', 1]]),
  exclude: new Set(['/holder']),
}))
const collection: Collection = { name: 'docs', kind: 'documentation', entries: [], queries }

function run(engine: string, found: string[][]): EngineRun {
  return {
    engine,
    build: { pages: 1, passages: 1, indexMs: 1, diskBytes: 1, peakBytes: 1 },
    search: { found, openMs: 1, bareBytes: 1, residentBytes: 1, heapBytes: 1 },
    scores: queries.map((query, number) => score(query, found[number] ?? [])),
  }
}

const good = run('good', [['/right'], ['/holder', '/right'], ['/x', '/right']])
const bad = run('bad', [['/x'], ['/x', '/right'], ['/right']])
const worst = run('worst', [[], [], []])

test('an engine loses where the best of the others has the right page higher, the worst first', () => {
  const lost = losses(collection, [good, bad, worst])
  expect(lost.filter(({ engine }) => engine === 'bad')).toEqual([
    { engine: 'bad', peer: 'good', text: 'one', wanted: ['/right'], peerPlace: 1, found: ['/x'] },
    {
      engine: 'bad',
      peer: 'good',
      text: 'two',
      wanted: ['/right'],
      place: 2,
      peerPlace: 1,
      found: ['/x', '/right'],
    },
  ])
  expect(lost.filter(({ engine }) => engine === 'good').map(({ text, peer }) => [text, peer])).toEqual([
    ['three', 'bad'],
  ])
  expect(lossesReport(lost)).toContain('bad loses 2 queries to good')
})

test('alone, an engine loses nothing', () => {
  expect(losses(collection, [worst])).toEqual([])
})
