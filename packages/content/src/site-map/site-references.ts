import { pageExtension, withoutPageExtension } from '../formats/page-extension.ts'
import { normalizeSegments } from '../formats/page-path.ts'
import { LineIndex } from '../line-index.ts'
import { splitTarget } from '../links/resolve-link.ts'
import { REFERENCE } from '../site-layout/hugo/hugo.ts'
import { below, folderOf } from '../site-layout/layout-file.ts'
import { relativePath } from './moved-link.ts'
import type { SiteMap } from './site-map.ts'

/** A reference to a page by its name that the site replaces with an address: `{{< relref "page.md#part" >}}`. */
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
 * The references of a page; a site of another kind than Hugo has none.
 *
 * @param pages that are looked for, since every reference is looked up among all files; absent: all
 */
export function siteReferences(
  source: string,
  file: string,
  map: SiteMap,
  pages?: Iterable<string>,
): SiteReference[] {
  if (map.layout.name !== 'hugo') return []
  const names = pages && new Set([...pages].flatMap(namesOf))
  const references: SiteReference[] = []
  let lines: LineIndex | undefined
  for (const { 0: whole, 1: target = '', index } of source.matchAll(REFERENCE)) {
    const name = lastName(splitTarget(target).path)
    if (names && name !== '' && !names.has(name)) continue
    const start = index + whole.search(/["'`]/) + 1
    lines ??= new LineIndex(source)
    const { line } = lines.at(start)
    references.push({ target, start, end: start + target.length, line, page: referred(target, file, map) })
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
  const inside = below(before.inRepository(before.layout.root), named(to))
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
  const address = map.layout.rewrite?.(map.inLayout(file), `{{< relref "${target}" >}}`) ?? ''
  const { path } = splitTarget(address)
  return path === '' ? undefined : map.pageAt(path)
}
