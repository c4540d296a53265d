import { withoutPageExtension } from '../formats/page-extension.ts'
import type { LocatedList, LocatedRecord } from '../located/located-value.ts'
import { valueAt } from '../located/located-value.ts'
import { readLocated } from '../located/read-data.ts'
import type { Texts } from '../located/read-script.ts'
import { applied } from '../located/text-change.ts'
import { below, folderOf } from '../site-layout/layout-file.ts'
import type { SiteMap } from '../site-map/site-map.ts'
import { removeReferences, respellReferences } from './edit-navigation.ts'
import { metaPlace } from './generators/nextra-navigation.ts'
import type { NavigationReference, PageMove } from './navigation-reference.ts'
import { readNavigation } from './read-navigation.ts'

export interface NavigationMove {
  /** The site with the page where it was. */
  before: SiteMap
  /** Of the files that `isLayoutFile` names, by path in the repository. */
  texts: Texts
  from: string
  to: string
  /** Of the page. */
  frontmatter: Readonly<Record<string, unknown>>
}

/** The new texts of files that listed a page which moves. What is computed stays as it is. */
export function moveInNavigation(move: NavigationMove): Map<string, string> {
  const { before, texts, from, to, frontmatter } = move
  const { old, now } = movedRoutes(move)
  if (old === undefined || now === undefined) return new Map()
  const page: PageMove = { from, to, before, oldRoute: old, newRoute: now, frontmatter }
  const references = readNavigation(before, texts).references.filter(
    (each) => each.page === from && !(each.isRedirect && hasRedirects(before)),
  )
  const edited = respellReferences(references, page, texts)
  const isHomeless = (each: NavigationReference) => each.respell(page) === undefined
  const { name } = before.layout
  if ((name !== 'nextra' && name !== 'fumadocs') || !references.some(isHomeless)) return edited
  const after = new Map([...texts, ...edited])
  const moved = name === 'nextra' ? moveKey(move, after) : moveItem(move, after)
  const left = removeReferences(before, new Map([...after, ...moved]), from, isHomeless)
  return new Map([...edited, ...left, ...moved])
}

/** The new texts of files that listed a page which is gone. */
export function removeFromNavigation(before: SiteMap, texts: Texts, page: string): Map<string, string> {
  return removeReferences(before, texts, page)
}

/** Route paths of a page before and after; undefined for what is no page there. */
export function movedRoutes({
  before,
  from,
  to,
  frontmatter,
}: Pick<NavigationMove, 'before' | 'from' | 'to' | 'frontmatter'>): {
  old: string | undefined
  now: string | undefined
} {
  const { layout } = before
  const inside = before.inLayout(to)
  return {
    old: before.routeOf(from),
    now: layout.isPage(inside) ? layout.pagePath(inside, frontmatter) : undefined,
  }
}

/** Files below the folder of the pages. */
export function insidePages({
  before,
  from,
  to,
}: Pick<NavigationMove, 'before' | 'from' | 'to'>): [string | undefined, string | undefined] {
  const folder = before.inRepository(before.layout.root)
  return [below(folder, from), below(folder, to)]
}

/** Redirects of these generators are turned round and chained when one is added. */
function hasRedirects({ layout }: SiteMap): boolean {
  return layout.name === 'mintlify' || layout.name === 'mkdocs'
}

/** The key of a page in the `_meta` file of its new folder, with the value that it had. */
function moveKey({ from, to }: NavigationMove, texts: Texts): Map<string, string> {
  const [old, now] = [metaPlace(from), metaPlace(to)]
  const [source, target] = [old, now].map(({ folder }) => metaFile(folder, texts))
  if (source === undefined || target === undefined) return new Map()
  const [before, after] = [source, target].map((file) => readLocated(file, texts.get(file) ?? '', texts))
  const entry = before?.kind === 'record' ? before.entries.findLast(({ key }) => key === old.name) : undefined
  if (entry?.file !== source || after?.kind !== 'record') return new Map()
  const text = texts.get(target) ?? ''
  const value = (texts.get(source) ?? '').slice(entry.keyPlace.end, entry.end)
  const key = /\.json$/.test(target)
    ? JSON.stringify(now.name)
    : /^[A-Za-z_$][\w$]*$/.test(now.name)
      ? now.name
      : `'${now.name}'`
  const edited = withPart(text, after, key + value)
  return edited === undefined ? new Map() : new Map([[target, edited]])
}

function metaFile(folder: string, texts: Texts): string | undefined {
  return [...texts.keys()].find(
    (file) => folderOf(file) === folder && /\/?_meta\.(?:json|[jt]sx?)$/.test(file),
  )
}

/** The name of a page in the `meta.json` of its new folder, unless it takes in whatever the folder has. */
function moveItem({ to }: NavigationMove, texts: Texts): Map<string, string> {
  const folder = folderOf(to)
  const target = [...texts.keys()].find(
    (file) => folderOf(file) === folder && /(?:^|\/)meta\.json$/.test(file),
  )
  const text = target === undefined ? undefined : texts.get(target)
  if (target === undefined || text === undefined) return new Map()
  const pages = valueAt(readLocated(target, text), 'pages')
  if (pages?.kind !== 'list') return new Map()
  const takesRest = pages.items.some(({ value }) => value.kind === 'text' && value.value === '...')
  const name = JSON.stringify(withoutPageExtension(to.slice(to.lastIndexOf('/') + 1)))
  const edited = takesRest ? undefined : withPart(text, pages, name)
  return edited === undefined ? new Map() : new Map([[target, edited]])
}

/** Puts a part behind the last one, on a line of its own where the others are. */
function withPart(source: string, around: LocatedList | LocatedRecord, text: string): string | undefined {
  const last = (around.kind === 'list' ? around.items : around.entries).at(-1)
  if (last === undefined) return undefined
  const line = /\r?\n[ \t]*$/.exec(source.slice(0, last.start))?.[0] ?? ' '
  return applied(source, [{ start: last.end, end: last.end, text: `,${line}${text}` }])
}
