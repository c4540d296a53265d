import {
  isDocumentationFile,
  isLayoutFile,
  linesLinkingTo,
  pageEndings,
  type SiteMap,
  withoutPageExtension,
} from '@docent/content'
import type { Workspace } from '../../ports/workspaces.ts'
import { decodeText } from './decode-text.ts'

/** Most lines that are looked at for links to one page. */
const MAX_HITS = 20_000

export interface LinkingPage {
  path: string
  source: string
  /** Lines of its links to the page, from 1. */
  lines: number[]
}

/** Pages that hold a link to a documentation file, itself left out, in the order of their paths. */
export async function linkingPages(
  workspace: Workspace,
  file: string,
  map: SiteMap,
  signal: AbortSignal,
): Promise<LinkingPage[]> {
  const pages: LinkingPage[] = []
  for (const path of await pagesThatMayLink(workspace, file, linkNames(file, map), signal)) {
    // Entries of a navigation are mended as such.
    const isNavigation = isLayoutFile(path) && map.routeOf(path) === undefined
    const bytes = path === file || isNavigation ? undefined : await workspace.read(path, { signal })
    if (bytes === undefined) continue
    const source = decodeText(bytes)
    const lines = linesLinkingTo(source, path, file, map)
    if (lines.length > 0) pages.push({ path, source, lines })
  }
  return pages
}

/** Pages with a text that may be a link to a documentation file: a link cannot be written without its last segment. */
export async function pagesThatMayLink(
  workspace: Workspace,
  file: string,
  names: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<string[]> {
  const pattern = linkPattern(file, names)
  const { hits } = await workspace.search({ pattern, limit: MAX_HITS }, { signal })
  return [...new Set(hits.map((hit) => hit.path).filter(isDocumentationFile))].sort()
}

/** What a link to a page ends in: the name of its file, or the end of its address. */
function linkNames(file: string, map: SiteMap): Set<string> {
  const route = map.routeOf(file)
  const names = new Set([nameOf(file)])
  if (route === undefined) return names
  if (route === '/') for (const prefix of map.prefixes) names.add(lastOf(prefix))
  names.add(lastOf(route))
  if (isIndex(file)) names.add(lastOf(file.slice(0, -1 - lastOf(file).length)))
  names.delete('')
  return names
}

/** A page that may be meant by its folder alone: `index.md`, `README.md`, `guides/guides.md`. */
function isIndex(file: string): boolean {
  const name = nameOf(file).toLowerCase()
  const folder = lastOf(file.slice(0, -1 - lastOf(file).length)).toLowerCase()
  return /^(?:_?index|readme|page)(?:\.|$)/.test(name) || name === folder
}

function nameOf(file: string): string {
  return withoutPageExtension(lastOf(file))
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** A POSIX extended regular expression for what a link to the file ends in. */
function linkPattern(file: string, names: ReadonlySet<string>): string {
  const any = [...names].map(writings).join('|')
  // POSIX expressions have no flag for upper case.
  const endings = `${pageEndings()}|html`.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`)
  const named = `(^|\\[|[/("'\`<$=,]|[:-] ?|^ +)(${any})(\\.(${endings}))?(\\[|\\]|[/)"'\`#?>, \t\r]|$)`
  // An index page is also meant by its folder alone: `./`, `..`, `/`.
  return isIndex(file) ? `${named}|[("'<]/?(\\.\\.?/)*\\.?\\.?/?[)"'#?> ]` : named
}

/** A pattern for a name in links: all characters but letters and digits may be percent-encoded. */
function writings(name: string): string {
  return [...name]
    .map((char) => {
      if (/[\w~-]/.test(char)) return char
      const hex = [...Buffer.from(char)].map((byte) => byte.toString(16).padStart(2, '0'))
      const encoded = [hex, hex.map((digits) => digits.toUpperCase())].map((bytes) => `%${bytes.join('%')}`)
      return `(${[char.replace(/[\\.[\]{}()*+?^$|]/, '\\$&'), ...new Set(encoded)].join('|')})`
    })
    .join('')
}
