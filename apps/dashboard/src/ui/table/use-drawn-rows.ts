import { type Range, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

/** Rows that are drawn beyond those in view, where one scrolls to and where one comes from. */
const AHEAD = 8
const BEHIND = 2

export interface DrawnRow {
  readonly index: number
  /** Which of the drawn rows shows it. */
  readonly place: number
  /** From the top of the table, px. */
  readonly top: number
}

/** The rows to draw of a table that scrolls with the page. */
export function useDrawnRows(total: number, height: number, body: RefObject<HTMLElement | null>) {
  const margin = useOffset(body)
  const drawn = useRef(0)
  const scrollsUp = useRef(false)
  const extract = useCallback(({ startIndex, endIndex, count }: Range) => {
    // As many in each frame: a row more or less would be made and thrown away again and again.
    drawn.current = Math.max(drawn.current, endIndex - startIndex + 1 + AHEAD + BEHIND)
    const before = scrollsUp.current ? AHEAD : BEHIND
    const first = Math.max(0, Math.min(startIndex - before, count - drawn.current))
    return Array.from({ length: Math.min(drawn.current, count) }, (_, place) => first + place)
  }, [])
  const virtual = useWindowVirtualizer({
    count: total,
    estimateSize: useCallback(() => height, [height]),
    scrollMargin: margin,
    rangeExtractor: extract,
  })
  if (virtual.scrollDirection !== null) scrollsUp.current = virtual.scrollDirection === 'backward'
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows change their height with the width of the screen
  useEffect(() => virtual.measure(), [height])

  const items = virtual.getVirtualItems()
  const places = usePlaces(items[0]?.index ?? 0, items.length)
  return {
    rows: items.map(({ index, start }): DrawnRow => ({ index, place: places(index), top: start - margin })),
    height: virtual.getTotalSize(),
    reveal: (index: number) => virtual.scrollToIndex(index),
  }
}

/**
 * A row that comes takes the place of one that leaves. After a jump all rows change, and stay where they are: elements
 * that move within the page cost the browser more than texts that change.
 */
function usePlaces(first: number, count: number): (index: number) => number {
  const state = useRef({ first: 0, turn: 0 })
  const { current } = state
  if (Math.abs(first - current.first) > count / 2) current.turn += first - current.first
  current.first = first
  return (index) => (((index - current.turn) % count) + count) % count
}

/**
 * Where the table begins in the page. What stands above may come later and move it: the page grows with it. Read after
 * each drawing, the offset would make the browser lay out the page an additional time in every frame of scrolling.
 */
function useOffset(body: RefObject<HTMLElement | null>): number {
  const [offset, setOffset] = useState(0)
  useEffect(() => {
    const measure = () => setOffset(body.current?.offsetTop ?? 0)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [body])
  return offset
}
