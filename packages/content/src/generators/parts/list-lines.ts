import type { TrailStep } from '../../layout/navigation-reference.ts'
import type { LocatedItem, LocatedList } from '../../located/located-value.ts'

/**
 * The lines of a text that are items of lists, by their number, each as the only part of a list that can go. One that
 * holds others is left out: it cannot go.
 *
 * @param depthOf how deep the item of a line is; undefined for a line that is no item
 */
export function listLines(
  file: string,
  text: string,
  depthOf: (line: string) => number | undefined,
): Map<number, TrailStep[]> {
  const items: { line: number; depth: number; item: LocatedItem }[] = []
  let start = 0
  for (const [at, written] of text.split('\n').entries()) {
    const end = start + written.trimEnd().length
    const depth = depthOf(written)
    const value = { kind: 'text', value: written, file, start, end } as const
    if (depth !== undefined) items.push({ line: at + 1, depth, item: { file, start, end, value } })
    start += written.length + 1
  }
  const around: LocatedList = {
    kind: 'list',
    file,
    start: 0,
    end: text.length,
    isBlock: true,
    items: items.map(({ item }) => item),
  }
  return new Map(
    items.flatMap(({ line, depth }, index): [number, TrailStep[]][] => {
      const hasItems = (items[index + 1]?.depth ?? 0) > depth
      const step = { around, index, isDictionary: false, hasPage: false, hasItems }
      return hasItems ? [] : [[line, [step]]]
    }),
  )
}
