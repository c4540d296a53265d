import { describe, expect, test } from 'vitest'
import { segmentsToMerge } from './merge-segments.ts'
import { SEGMENT_ROWS } from './segment-draft.ts'

const segment = (rows: number, { all = rows, bytes = rows * 100 } = {}) => ({ rows, all, bytes })
const repeated = (count: number, rows: number) => Array.from({ length: count }, () => segment(rows))
const sizes = (groups: { rows: number }[][]) => groups.map((group) => group.map(({ rows }) => rows))

describe('segments to merge', () => {
  test('none while there are few of each size', () => {
    expect(segmentsToMerge([...repeated(7, 10), ...repeated(7, 2_000), segment(60_000)], undefined)).toEqual(
      [],
    )
  })

  test('all of one size, once there are many', () => {
    expect(sizes(segmentsToMerge([segment(60_000), ...repeated(8, 10)], undefined))).toEqual([
      Array.from({ length: 8 }, () => 10),
    ])
  })

  test('as many as one segment has room for, and no full ones', () => {
    expect(sizes(segmentsToMerge(repeated(9, 30_000), undefined))).toEqual([
      [30_000, 30_000],
      [30_000, 30_000],
      [30_000, 30_000],
      [30_000, 30_000],
    ])
    expect(segmentsToMerge(repeated(20, SEGMENT_ROWS), undefined)).toEqual([])
  })

  test('one alone, when much of it is gone', () => {
    const worn = segment(500, { all: 1_000 })
    expect(segmentsToMerge([worn, segment(900, { all: 1_000 }), segment(5, { all: 20 })], undefined)).toEqual(
      [[worn]],
    )
    const empty = segment(0, { all: 100 })
    expect(segmentsToMerge([empty, segment(40_000)], undefined)).toEqual([[empty]])
  })

  test('no more than the memory for their vectors, nor than offsets can tell', () => {
    // 65,536 vectors of 1,536 dimensions would take 400 MB.
    expect(sizes(segmentsToMerge(repeated(8, 6_000), 1_536))).toEqual([])
    const large = Array.from({ length: 8 }, () => segment(20, { bytes: 2 ** 29 }))
    expect(segmentsToMerge(large, undefined).every((group) => group.length === 2)).toBe(true)
  })

  test('few are left, however many commits there were', () => {
    let segments: ReturnType<typeof segment>[] = []
    for (let commit = 0; commit < 5_000; commit++) {
      segments.push(segment(7))
      const groups = segmentsToMerge(segments, undefined)
      const merged = new Set(groups.flat())
      const rowsOf = (group: { rows: number }[]) => group.reduce((sum, { rows }) => sum + rows, 0)
      segments = [
        ...segments.filter((each) => !merged.has(each)),
        ...groups.map((group) => segment(rowsOf(group))),
      ]
      expect(segments.length).toBeLessThan(40)
    }
    expect(segments.reduce((sum, { rows }) => sum + rows, 0)).toBe(35_000)
  })
})
