import { posix } from 'node:path'
import type { SourceFile } from './source-files.ts'

/** Groups of files that reach each other by their relative imports, each in the order of names. */
export function circlesOf(files: readonly SourceFile[]): string[][] {
  return circlesIn(targetsOf(files))
}

/**
 * Groups of entries of one folder, files or folders with all that is below them, that reach each other. A folder that
 * is in no circle can be read after those that it imports.
 */
export function folderCirclesOf(files: readonly SourceFile[]): string[][] {
  const levels = new Map<string, Map<string, Set<string>>>()
  for (const [path, targets] of targetsOf(files)) {
    for (const target of targets) {
      const from = path.split('/')
      const to = target.split('/')
      const depth = from.findIndex((part, index) => part !== to[index])
      if (depth === -1) continue
      const level = getOr(levels, from.slice(0, depth).join('/'), () => new Map<string, Set<string>>())
      const entry = (parts: readonly string[]) => parts.slice(0, depth + 1).join('/')
      getOr(level, entry(from), () => new Set<string>()).add(entry(to))
      getOr(level, entry(to), () => new Set<string>())
    }
  }
  return [...levels.values()].flatMap((level) =>
    circlesIn(new Map([...level].map(([entry, targets]) => [entry, [...targets]]))),
  )
}

function getOr<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const value = map.get(key) ?? make()
  map.set(key, value)
  return value
}

function targetsOf(files: readonly SourceFile[]): Map<string, string[]> {
  const known = new Set(files.map(({ path }) => path))
  return new Map(
    files.map(({ path, imports }) => [
      path,
      imports
        .filter(({ specifier }) => specifier.startsWith('.'))
        .map(({ specifier }) => posix.join(posix.dirname(path), specifier))
        .filter((target) => known.has(target)),
    ]),
  )
}

/** Strongly connected components, by Tarjan's algorithm. */
function circlesIn(targets: ReadonlyMap<string, readonly string[]>): string[][] {
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

  for (const path of targets.keys()) if (!order.has(path)) visit(path)
  return circles.sort(([one = ''], [other = '']) => (one < other ? -1 : 1))
}
