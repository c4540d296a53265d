import { LineIndex } from '../located/line-index.ts'
import { below, folderOf } from '../paths/folder.ts'
import { pageExtension, withoutPageExtension } from '../paths/page-extension.ts'
import { normalizeSegments } from '../paths/page-path.ts'
import { relativePath } from '../paths/relative-path.ts'
import { splitTarget } from '../paths/resolve-link.ts'
import type { SiteMap } from './site-map.ts'

/** A mark of a page that names another one, and that the build replaces by its address: see `PageMarks`. */
export interface SiteReference {
  /** As written, with its anchor, and where it stands. */
  target: string
  start: number
  end: number
  /** From 1. */
  line: number
  /** The page that it names. */
  page: string | undefined
}

/**
 * The references of a page; most sites have none.
 *
 * @param pages that are looked for, since every reference is looked up among all files; absent: all
 */
export function siteReferences(
  source: string,
  file: string,
  map: SiteMap,
  pages?: Iterable<string>,
): SiteReference[] {
  const { pageMarks } = map.layout
  if (pageMarks === undefined) return []
  const names = pages && new Set([...pages].flatMap(namesOf))
  const references: SiteReference[] = []
  let lines: LineIndex | undefined
  for (const { target, start, end } of pageMarks.find(source)) {
    const name = lastName(splitTarget(target).path)
    if (names && name !== '' && !names.has(name)) continue
    lines ??= new LineIndex(source)
    const { line } = lines.at(start)
    references.push({ target, start, end, line, page: referred(target, file, map) })
  }
  return references
}

/** What a reference to a page may end in: its file, or its folder. */
function namesOf(page: string): string[] {
  return [lastName(page), lastName(folderOf(page))]
}

function lastName(path: string): string {
  const plain = withoutPageExtension(path.replace(/(?<!\/)\/+$/, ''))
  const name = plain.slice(plain.lastIndexOf('/') + 1)
  return /^\.+$/.test(name) ? '' : name.toLowerCase()
}

/** A reference that is written as it was, after its page moved or the page that holds it; undefined when none leads there. */
export function movedReference(
  target: string,
  move: { before: SiteMap; after: SiteMap; file: string; home: string; from: string; to: string },
): string | undefined {
  const { after, home, to } = move
  const { path, suffix } = splitTarget(target)
  return writings(path, move)
    .find((written) => referred(written, home, after) === to)
    ?.concat(suffix)
}

function writings(
  path: string,
  { before, file, home, from, to }: Parameters<typeof movedReference>[1],
): string[] {
  const hasExtension = pageExtension(path) !== ''
  const named = (page: string) =>
    hasExtension ? page : withoutPageExtension(page).replace(/\/_?index$/i, '')
  const inside = below(before.folder, named(to))
  const absolute = inside === undefined ? [] : [inside]
  if (path.startsWith('/')) return absolute.map((each) => `/${each}`)
  const isRelative = normalizeSegments(`${folderOf(file)}/${path}`) === named(from)
  const isBare = !path.includes('/')
  return [
    ...(isRelative ? [relativePath(home, named(to), path)] : []),
    ...(isBare ? [named(to).slice(named(to).lastIndexOf('/') + 1)] : []),
    ...(isRelative || isBare ? [] : absolute),
    ...absolute.map((each) => `/${each}`),
  ]
}

function referred(target: string, file: string, map: SiteMap): string | undefined {
  const address = map.layout.pageMarks?.addressOf(map.inLayout(file), target) ?? ''
  const { path } = splitTarget(address)
  return path === '' ? undefined : map.pageAt(path)
}
