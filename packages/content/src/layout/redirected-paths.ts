import { normalizePagePath, normalizeSegments } from '../paths/page-path.ts'
import type { Redirect } from './navigation.ts'

/** More in a row are a mistake. */
const MOST_HOPS = 10
const OUTSIDE = /^(?:[a-z][a-z\d+.-]*:|\/\/)/i

/**
 * Where a route path leads by the redirects of a site, hop by hop: the first that has a page is the answer. Empty when no
 * redirect begins there; a redirect out of the site ends the way, and so does a circle.
 *
 * A source may have patterns, as those of `docs.json`: `:name` is one segment, `:name*` and `*` at the end are the rest,
 * and the destination may repeat their names.
 *
 * ```ts
 * redirectedPaths('/beta/a/b', [{ source: '/beta/:rest*', destination: '/v2/:rest*' }]) // ['/v2/a/b']
 * ```
 */
export function redirectedPaths(path: string, redirects: readonly Redirect[]): string[] {
  const paths = [normalizePagePath(path)]
  while (paths.length <= MOST_HOPS) {
    const next = nextOf(paths.at(-1) ?? '/', redirects)
    if (next === undefined || paths.includes(next)) break
    paths.push(next)
  }
  return paths.slice(1)
}

/** A redirect of exactly this path goes before one with a pattern, and an earlier one before a later one. */
function nextOf(path: string, redirects: readonly Redirect[]): string | undefined {
  const exact = redirects.find(({ source }) => !isPattern(source) && normalizePagePath(source) === path)
  if (exact !== undefined) return insideOf(exact.destination)
  const segments = segmentsOf(path)
  for (const { source, destination } of redirects) {
    if (!isPattern(source)) continue
    const names = match(segmentsOf(source), segments)
    if (names !== undefined) return insideOf(destination, names)
  }
  return undefined
}

function isPattern(source: string): boolean {
  return source.includes('/:') || source.endsWith('*')
}

/** The values of the names in the pattern; undefined when it does not match. */
function match(pattern: readonly string[], segments: readonly string[]): Map<string, string> | undefined {
  const names = new Map<string, string>()
  for (const [at, part] of pattern.entries()) {
    if (part.endsWith('*')) {
      names.set(part.slice(0, -1).replace(/^:/, ''), segments.slice(at).join('/'))
      return names
    }
    const segment = segments[at]
    if (segment === undefined) return undefined
    if (part.startsWith(':')) names.set(part.slice(1), segment)
    else if (part !== segment) return undefined
  }
  return pattern.length === segments.length ? names : undefined
}

function filled(destination: string, names: ReadonlyMap<string, string>): string {
  return destination
    .split('/')
    .map((part) => {
      const name = part === '*' ? '' : /^:([\w-]+)\*?$/.exec(part)?.[1]
      return name === undefined ? part : (names.get(name) ?? part)
    })
    .join('/')
}

function insideOf(destination: string, names: ReadonlyMap<string, string> = new Map()): string | undefined {
  if (OUTSIDE.test(destination)) return undefined
  return normalizePagePath(filled(destination.replace(/[?#].*$/s, ''), names))
}

function segmentsOf(path: string): string[] {
  const segments = normalizeSegments(path)
  return segments === '' ? [] : segments.split('/')
}
