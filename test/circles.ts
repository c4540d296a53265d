import { posix } from 'node:path'
import type { SourceFile } from './source-files.ts'

/**
 * Groups of files that reach each other by their relative imports (Tarjan's strongly connected components), each in
 * the order of names.
 */
export function circlesOf(files: readonly SourceFile[]): string[][] {
  const known = new Set(files.map(({ path }) => path))
  const targets = new Map(
    files.map(({ path, imports }) => [
      path,
      imports
        .filter(({ specifier }) => specifier.startsWith('.'))
        .map(({ specifier }) => posix.join(posix.dirname(path), specifier))
        .filter((target) => known.has(target)),
    ]),
  )
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const circles: string[][] = []

  const visit = (path: string): number => {
    const number = order.size
    order.set(path, number)
    lowest.set(path, number)
    open.push(path)
    for (const target of targets.get(path) ?? []) {
      const reached = order.has(target)
        ? open.includes(target)
          ? (order.get(target) ?? number)
          : number
        : visit(target)
      lowest.set(path, Math.min(lowest.get(path) ?? number, reached))
    }
    const low = lowest.get(path) ?? number
    if (low === number) {
      const group = open.splice(open.indexOf(path)).sort()
      if (group.length > 1 || targets.get(path)?.includes(path)) circles.push(group)
    }
    return low
  }

  for (const { path } of files) if (!order.has(path)) visit(path)
  return circles.sort(([one = ''], [other = '']) => (one < other ? -1 : 1))
}
