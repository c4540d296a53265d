import { extractLinks, isDocumentationFile, pagePathOf, resolveLink } from '@docent/content'
import type { DocsSite } from '../domain/docs-site.ts'
import type { Workspace } from '../ports/workspaces.ts'
import { decodeText } from './navigation-file.ts'

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
  site: DocsSite,
  signal: AbortSignal,
): Promise<LinkingPage[]> {
  const route = pagePathOf(file, site.root)
  const pages: LinkingPage[] = []
  for (const path of await pagesThatMayLink(workspace, file, linkNames(file, site), signal)) {
    const bytes = path === file ? undefined : await workspace.read(path, { signal })
    if (bytes === undefined) continue
    const source = decodeText(bytes)
    const lines = extractLinks(source, path)
      .filter(({ target }) => leadsTo(route, path, target, site))
      .map(({ line }) => line)
    if (lines.length > 0) pages.push({ path, source, lines: [...new Set(lines)] })
  }
  return pages
}

function leadsTo(route: string, page: string, target: string, site: DocsSite): boolean {
  const readings = site.base === undefined ? [{ root: site.root }] : [{ root: site.root }, site]
  return readings.some((reading) => {
    const resolved = resolveLink(page, target, reading)
    return resolved?.kind === 'page' && resolved.path === route
  })
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

/** What a link to a file ends in, by the file's own name. */
function linkNames(file: string, site: DocsSite): Set<string> {
  const name = nameOf(file)
  if (name !== 'index') return new Set([name])
  const folder = pagePathOf(file, site.root).split('/').at(-1) || site.base?.split('/').at(-1)
  return new Set(folder ? [name, folder] : [name])
}

function nameOf(file: string): string {
  const name = file.split('/').at(-1) ?? ''
  return name.replace(/\.mdx?$/i, '')
}

/** A POSIX extended regular expression for what a link to the file ends in. */
function linkPattern(file: string, names: ReadonlySet<string>): string {
  const any = [...names].map(writings).join('|')
  const named = `(^|[/("'<]|: ?)(${any})(\\.([mM][dD][xX]?|html))?([/)"'#?> \t\r]|$)`
  // An index page is also meant by its folder alone: `./`, `..`, `/`.
  return nameOf(file) === 'index' ? `${named}|[("'<]/?(\\.\\.?/)*\\.?\\.?/?[)"'#?> ]` : named
}

/** A pattern for a name as it stands in links: what is no letter or digit may be percent-encoded. */
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
