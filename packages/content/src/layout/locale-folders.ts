import { below } from '../paths/folder.ts'
import { isDocumentationFile } from '../paths/page-path.ts'

/** ISO 639-1 codes that documentation is translated to. Words of other meanings (`is`, `no`, `so`) are left to the share. */
const CODES = new Set(
  'af am ar az be bg bn bs ca cn cs cy da de el en es et eu fa fi fr ga gl gu he hi hr hu hy id is it ja jp ka kk km kn ko kr ky lo lt lv mk ml mn mr ms my nb ne nl nn no pa pl ps pt ro ru si sk sl sq sr sv sw ta te th tl tr tw uk ur uz vi zh zu'.split(
    ' ',
  ),
)
const LOCALE = /^([a-z]{2})(?:[-_](?:[a-z]{2}|[a-z]{4}|\d{3}))?$/i
/** A folder is a translation when so many of its pages have a counterpart. */
const COUNTERPARTS = 0.3

/** True for the form of a language tag, such as `de`, `pt-br`, `zh-Hans`. */
export function isLocaleName(name: string): boolean {
  return CODES.has(LOCALE.exec(name)?.[1]?.toLowerCase() ?? '')
}

/**
 * The top folders that hold translations: named like a language, and with pages that another language's folder, or the
 * top itself, has as well. `/it` with pages of its own is the IT department.
 *
 * @param paths of pages without leading slash, such as `de/guides/start`
 */
export function localeFolders(paths: readonly string[]): ReadonlySet<string> {
  const folders = new Map<string, string[]>()
  for (const path of paths) {
    const [first = '', ...rest] = path.split('/')
    if (rest.length === 0 || !isLocaleName(first)) continue
    const inside = folders.get(first) ?? []
    inside.push(rest.join('/'))
    folders.set(first, inside)
  }
  const owners = new Map<string, number>()
  for (const path of paths) if (!folders.has(path.split('/')[0] ?? '')) owners.set(path, 1)
  for (const inside of folders.values())
    for (const path of new Set(inside)) owners.set(path, (owners.get(path) ?? 0) + 1)
  const found = new Set<string>()
  const atTop = new Set(paths)
  for (const [folder, inside] of folders) {
    const shared = inside.filter((path) => (owners.get(path) ?? 0) > 1 || atTop.has(path)).length
    if (shared >= COUNTERPARTS * inside.length) found.add(folder)
  }
  return found
}

/** The language that the first folder below `root` says, where folders are translations of each other. */
export function localeLookup(files: readonly string[], root: string): (file: string) => string | undefined {
  const inside = files.filter(isDocumentationFile).map((file) => below(root, file) ?? file)
  const folders = localeFolders(inside)
  return (file) => {
    const first = (below(root, file) ?? file).split('/')[0] ?? ''
    return folders.has(first) && file.includes('/') ? first : undefined
  }
}
