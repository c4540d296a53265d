import type { LocatedJson } from '../located-json.ts'
import { renameNavigationEntry } from '../rename-navigation-entry.ts'
import { documentId } from '../site-layout/docusaurus.ts'
import { below, folderOf, joinPath } from '../site-layout/layout-file.ts'
import { navigationFile } from './check-site-navigation.ts'
import { arrayAt, changed, readJson, type TextChange, topKeys, withoutPart, withPart } from './edit-json.ts'
import { renameMkdocsPage } from './edit-mkdocs.ts'
import type { SiteMap } from './site-map.ts'

export interface NavigationMove {
  /** The site with the page where it was. */
  before: SiteMap
  /** Of the files that `isLayoutFile` names, by path in the repository. */
  texts: ReadonlyMap<string, string>
  from: string
  to: string
  /** Of the page. */
  frontmatter: Readonly<Record<string, unknown>>
}

/** The new texts of files that listed a page which moves. What is code stays as it is. */
export function moveInNavigation(move: NavigationMove): Map<string, string> {
  const edited = EDITORS[move.before.layout.name]?.(move) ?? new Map<string, string>()
  return new Map([...edited].filter(([file, text]) => text !== move.texts.get(file)))
}

type Editor = (move: NavigationMove) => Map<string, string>

const EDITORS: Readonly<Record<string, Editor>> = {
  mintlify(move) {
    const { old, now } = movedRoutes(move)
    if (old === undefined || now === undefined) return new Map()
    return inNavigationFile(move, (text) => renameNavigationEntry(text, old, now))
  },
  mkdocs(move) {
    const [old, now] = insidePages(move)
    if (old === undefined || now === undefined) return new Map()
    return inNavigationFile(move, (text) => renameMkdocsPage(text, old, now))
  },
  docusaurus(move) {
    const [old, now] = insidePages(move).map((path) => path && documentId(path, move.frontmatter))
    if (old === undefined || now === undefined) return new Map()
    const files = [...move.texts].filter(([file]) => /(?:^|\/)(?:sidebars|_category_)\.json$/.test(file))
    return new Map(files.map(([file, text]) => [file, withId(text, old, now)]))
  },
  nextra: moveInMetaKeys,
  fumadocs: moveInMetaPages,
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

function inNavigationFile(
  { before, texts }: NavigationMove,
  edit: (text: string) => string,
): Map<string, string> {
  const file = navigationFile(before, texts)
  const text = file === undefined ? undefined : texts.get(file)
  return file === undefined || text === undefined ? new Map() : new Map([[file, edit(text)]])
}

/** Items of a sidebar, and documents behind its categories. */
function withId(source: string, old: string, now: string): string {
  const changes: TextChange[] = []
  const walk = (node: LocatedJson, isId: boolean) => {
    if (node.kind === 'string' && isId && node.value === old)
      changes.push({ start: node.start, end: node.end, text: JSON.stringify(now) })
    if (node.kind === 'array') for (const item of node.items) walk(item, true)
    if (node.kind === 'object') for (const { key, value } of node.entries) walk(value, key === 'id')
  }
  const root = readJson(source)
  if (root !== undefined) walk(root, false)
  return changed(source, changes)
}

/** `_meta.json` of Nextra: pages and folders are keys. */
function moveInMetaKeys({ texts, from, to }: NavigationMove): Map<string, string> {
  const [old, now] = [metaPlace(from), metaPlace(to)]
  const [oldFile, newFile] = [joinPath(old.folder, '_meta.json'), joinPath(now.folder, '_meta.json')]
  const source = texts.get(oldFile)
  if (source === undefined) return new Map()
  const keys = topKeys(source)
  const index = keys.findIndex(({ key }) => key === old.name)
  const found = keys[index]
  if (found === undefined) return new Map()
  const { start, keyEnd, end } = found
  const name = JSON.stringify(now.name)
  if (oldFile === newFile) return new Map([[oldFile, changed(source, [{ start, end: keyEnd, text: name }])]])
  const edited = new Map([[oldFile, changed(source, [withoutPart(keys, index)])]])
  const target = texts.get(newFile)
  if (target !== undefined)
    edited.set(
      newFile,
      changed(target, [withPart(target, topKeys(target), name + source.slice(keyEnd, end))]),
    )
  return edited
}

function metaPlace(file: string): { folder: string; name: string } {
  const path = file.replace(/\.mdx?$/i, '')
  // In `app` a page is the folder around it.
  const page = /(?:^|\/)app\/.*\/page$/.test(path) ? folderOf(path) : path
  return { folder: folderOf(page), name: page.slice(page.lastIndexOf('/') + 1) }
}

/** `meta.json` of Fumadocs: pages are items of a list, by their paths from its folder. */
function moveInMetaPages({ texts, from, to }: NavigationMove): Map<string, string> {
  const [old, now] = [from.replace(/\.mdx?$/i, ''), to.replace(/\.mdx?$/i, '')]
  const edited = new Map<string, string>()
  let isHomeless = false
  for (const [file, source] of texts) {
    const folder = folderOf(file)
    if (!/(?:^|\/)meta\.json$/.test(file)) continue
    const items = arrayAt(readJson(source), 'pages')?.items ?? []
    for (const [index, item] of items.entries()) {
      if (item.kind !== 'string' || joinPath(folder, item.value.replace(/^\.\//, '')) !== old) continue
      const inside = below(folder, now)
      const stays = inside !== undefined && (item.value.includes('/') || folderOf(now) === folder)
      const dot = item.value.startsWith('./') ? './' : ''
      const text = JSON.stringify(`${dot}${inside}`)
      edited.set(file, changed(source, [stays ? { ...item, text } : withoutPart(items, index)]))
      isHomeless ||= !stays
    }
  }
  const target = joinPath(folderOf(now), 'meta.json')
  const source = edited.get(target) ?? texts.get(target)
  if (!isHomeless || source === undefined) return edited
  const items = arrayAt(readJson(source), 'pages')?.items ?? []
  const takesRest = items.some((item) => item.kind === 'string' && item.value === '...')
  const name = JSON.stringify(now.slice(now.lastIndexOf('/') + 1))
  if (!takesRest) edited.set(target, changed(source, [withPart(source, items, name)]))
  return edited
}
