import type { NavigationFiles } from '../../layout/navigation-files.ts'
import type { NavigationReference, PageMove, SiteNavigation } from '../../layout/navigation-reference.ts'
import type { NavigationSource } from '../../layout/navigation-source.ts'
import type { SitePages } from '../../layout/site-pages.ts'
import { insertPart } from '../../located/insert-part.ts'
import type { LocatedEntry, LocatedRecord } from '../../located/located-value.ts'
import { textAt, valueAt } from '../../located/located-value.ts'
import { readLocated } from '../../located/read-data.ts'
import type { Texts } from '../../located/read-script.ts'
import { applied } from '../../located/text-change.ts'
import { below, folderOf, joinPath } from '../../paths/folder.ts'
import { pageFileNames, withoutPageExtension } from '../../paths/page-extension.ts'
import { routeTarget } from '../parts/route-target.ts'

const META = /(?:^|\/)_meta(\.global)?\.(?:json|[jt]sx?)$/

/** https://nextra.site/docs/file-conventions/meta-file: pages and folders are keys of `_meta` files. */
export const navigationFiles: NavigationFiles = {
  read,
  addEntry,
}

function read({ map, texts, read }: NavigationSource): SiteNavigation {
  const found: SiteNavigation = { references: [], computed: [] }
  const root = map.folder
  for (const file of texts.keys()) {
    const meta = META.exec(file)
    if (meta === null || below(root, file) === undefined) continue
    const value = read(file)
    if (value?.kind === 'record') readKeys(value, folderOf(file), found, map, 0)
    else found.computed.push(value ?? { file, start: 0, end: texts.get(file)?.length ?? 0 })
  }
  return found
}

function readKeys(
  record: LocatedRecord,
  folder: string,
  found: SiteNavigation,
  map: SitePages,
  depth: number,
): void {
  for (const [index, entry] of record.entries.entries()) {
    const { key, keyPlace, value } = entry
    if (key === undefined) {
      if (value.kind === 'record') readKeys(value, folder, found, map, depth + 1)
      else found.computed.push(value)
      continue
    }
    const trail = [{ around: record, index, isDictionary: true, hasPage: true, hasItems: false }]
    const href = valueAt(value, 'href')
    const link = href?.kind === 'text' ? routeTarget(map, href.value) : undefined
    if (href?.kind === 'text' && link)
      found.references.push({ ...link, ...href, written: href.value, trail, isRedirect: false })
    if (href !== undefined) continue
    const items = valueAt(value, 'items')
    const inside = joinPath(folder, key)
    if (items?.kind === 'record' && depth < 20 && textAt(value, 'type') !== 'menu')
      readKeys(items, inside, found, map, depth + 1)
    const { file, start, end } = keyPlace
    found.references.push({
      ...keyTarget(entry, folder, map),
      file,
      start,
      end,
      written: key,
      trail,
      isRedirect: false,
    })
  }
}

function keyTarget(
  { key = '', value }: LocatedEntry,
  folder: string,
  map: SitePages,
): Pick<NavigationReference, 'page' | 'isDead' | 'respell'> {
  const path = joinPath(folder, key)
  const page = [path, `${path}/page`]
    .flatMap((stem) => pageFileNames(stem, 'mdx', 'markdown'))
    .find((file) => map.routeOf(file) !== undefined)
  const isPlain = value.kind === 'text' || (value.kind === 'record' && textAt(value, 'type') === undefined)
  const isHidden = textAt(value, 'display') === 'hidden'
  const isFolder = () => [...map.pages].some((each) => each.startsWith(`${path}/`))
  return {
    page,
    isDead: page === undefined && isPlain && !isHidden && /^[\w-]+$/.test(key) && !isFolder(),
    respell({ to }) {
      const place = metaPlace(to)
      return place.folder === folder ? place.name : undefined
    },
  }
}

/** The folder whose `_meta` file lists a page, and its key there. */
function metaPlace(file: string): { folder: string; name: string } {
  const path = withoutPageExtension(file)
  // In `app` a page is the folder around it.
  const isInApp = path.endsWith('/page') && /(?:^|\/)app\//.test(path.slice(0, -'/page'.length))
  const page = isInApp ? folderOf(path) : path
  return { folder: folderOf(page), name: page.slice(page.lastIndexOf('/') + 1) }
}

/** The key of a page in the `_meta` file of its new folder, with the value that it had. */
function addEntry({ from, to }: PageMove, texts: Texts): Map<string, string> {
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
  return new Map([[target, applied(text, insertPart(text, after, after.entries.length - 1, key + value))]])
}

function metaFile(folder: string, texts: Texts): string | undefined {
  return [...texts.keys()].find(
    (file) => folderOf(file) === folder && /\/?_meta\.(?:json|[jt]sx?)$/.test(file),
  )
}
