import { decodeTerms } from '@docent/search'
import { expect, test } from 'vitest'
import { placeOf } from './places.ts'
import { RowCache } from './row-cache.ts'
import type { StoredRow } from './segment.ts'
import type { SegmentView } from './segment-view.ts'

/** Views whose rows are read when they are let go. */
function slowViews(count: number) {
  const reads: string[] = []
  const waiting: (() => void)[] = []
  const views = Array.from({ length: count }, (_, view) => {
    const row = (at: number) => {
      reads.push(`${view}/${at}`)
      const terms = decodeTerms(new Uint8Array(16))
      const stored: StoredRow = {
        pagePath: `/${view}/${at}`,
        terms,
        variant: { title: '', version: '', language: '' },
      }
      return new Promise((resolve) => waiting.push(() => resolve(stored)))
    }
    return { segment: { row } } as unknown as SegmentView
  })
  return { views, reads, waiting }
}

test('rows that other searches push out meanwhile are still found', async () => {
  const { views, waiting } = slowViews(1)
  const cache = new RowCache(1_000)
  const first = cache.rows(views, [1])
  waiting.shift()?.()
  await first
  const both = cache.rows(views, [1, 2])
  const others = cache.rows(views, [3, 4])
  for (const go of waiting.splice(1)) go()
  await others
  waiting[0]?.()
  expect((await both).map(({ pagePath }) => pagePath)).toEqual(['/0/1', '/0/2'])
})

test('rows of the same number in two segments are two rows, and each is read once', async () => {
  const { views, waiting, reads } = slowViews(2)
  const cache = new RowCache(1_000_000)
  const places = [placeOf(0, 7), placeOf(1, 7)]
  const found = cache.rows(views, places)
  for (const go of waiting) go()
  expect((await found).map(({ pagePath }) => pagePath)).toEqual(['/0/7', '/1/7'])
  // Other places in another revision, the same segments.
  const again = await cache.rows([...views].reverse(), places)
  expect(again.map(({ pagePath }) => pagePath)).toEqual(['/1/7', '/0/7'])
  expect(reads).toEqual(['0/7', '1/7'])
})
