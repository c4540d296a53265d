import { type NavigationEntry, pageExtension, parseNavigation } from '@docent/content'

/** `docs.json` with an entry for a new page behind its nearest neighbour; undefined when it lists no page to follow. */
export function withEntry(source: string, path: string): string | undefined {
  const { pages } = parseNavigation(source)
  if (pages.some((entry) => entry.path === path)) return source
  const neighbour = nearest(pages, path)
  if (neighbour === undefined) return undefined
  const { start, end } = extent(source, neighbour)
  const written = source.slice(start + 1, end - 1)
  const name = `${written.startsWith('/') ? '/' : ''}${path.slice(1)}${pageExtension(written)}`
  const indent = /\n([ \t]*)$/.exec(source.slice(0, start))?.[1]
  const separator = indent === undefined ? ', ' : `,\n${indent}`
  return `${source.slice(0, end)}${separator}${JSON.stringify(name)}${source.slice(end)}`
}

/** `docs.json` without the entries of a page. */
export function withoutEntry(source: string, path: string): string {
  let text = source
  for (;;) {
    const entry = parseNavigation(text).pages.find((each) => each.path === path)
    if (entry === undefined) return text
    const { start, end } = extent(text, entry)
    const after = /^\s*,[ \t]*\n?[ \t]*/.exec(text.slice(end))?.[0]
    const before = /,\s*$/.exec(text.slice(0, start))?.[0] ?? ''
    const next =
      after === undefined
        ? text.slice(0, start - before.length) + text.slice(end)
        : text.slice(0, start) + text.slice(end + after.length)
    if (next === text) return text
    text = next
  }
}

/** The entry that shares the most folders with the path, the last of them. */
function nearest(pages: readonly NavigationEntry[], path: string): NavigationEntry | undefined {
  const folders = path.split('/').slice(0, -1)
  let best: { entry: NavigationEntry; shared: number } | undefined
  for (const entry of pages) {
    const other = entry.path.split('/').slice(0, -1)
    let shared = 0
    while (shared < folders.length && shared < other.length && folders[shared] === other[shared]) shared++
    // A page of a folder further down is no neighbour of one above it.
    const score = shared - (other.length - shared) / 10
    if (best === undefined || score >= best.shared) best = { entry, shared: score }
  }
  return best?.entry
}

/** Offsets of the entry's string, with its quotes. */
function extent(source: string, entry: NavigationEntry): { start: number; end: number } {
  let start = 0
  for (let line = 1; line < entry.line; line++) start = source.indexOf('\n', start) + 1
  start += entry.column - 1
  const end = start + (/^"(?:[^"\\]|\\.)*"/.exec(source.slice(start))?.[0].length ?? 0)
  return { start, end }
}
