import { formatOf } from '../formats/formats.ts'
import { LONGEST_PAGE } from '../formats/page/longest-page.ts'
import type { LocatedLink } from '../formats/page/source-format.ts'
import { movedPath } from '../layout/moved-reference.ts'
import { isTemplate } from '../layout/site-target.ts'
import { overlapping } from '../located/overlaps.ts'
import { applied, type TextChange } from '../located/text-change.ts'
import { folderOf } from '../paths/folder.ts'
import { linkKind } from '../paths/link.ts'
import { normalizeSegments } from '../paths/page-path.ts'
import { relativePath } from '../paths/relative-path.ts'
import { decodeTarget, splitTarget } from '../paths/resolve-link.ts'
import { addressHome, addressReadings, movedLink } from './moved-link.ts'
import { movedImport, pageImports } from './page-imports.ts'
import { pageLiterals } from './page-literals.ts'
import type { SiteMap } from './site-map.ts'
import { movedReference, siteReferences } from './site-references.ts'

export interface SiteMove {
  before: SiteMap
  after: SiteMap
  /** From old to new file. */
  moves: ReadonlyMap<string, string>
}

export interface RewrittenPage {
  text: string
  /** Lines of links that cannot be written so that they lead where they did, from 1. */
  lost: number[]
}

/**
 * Rewrites the links of a page to pages that move, and of a page that moves to all others, as the layout of the site has
 * them. Keeps how each link is written: by file or by address, relative or absolute, with or without extension, slash
 * and the path of the site, its query and anchor, and every other character. Code is not touched. A page longer than
 * two million characters comes back as it is.
 *
 * @param file where the page is before the move
 */
export function rewriteSiteLinks(source: string, file: string, move: SiteMove): RewrittenPage {
  if (source.length > LONGEST_PAGE) return { text: source, lost: [] }
  const { before, after, moves } = move
  const format = formatOf(file, before.layout.formats)
  const lost = new Set<number>()
  const changes: TextChange[] = []
  const places: { start: number; end: number }[] = []
  for (const link of format.links(file, source)) {
    places.push(link)
    // An image may be one of another host.
    const isReference = before.layout.references !== undefined && link.kind !== 'external'
    if (!isReference && linkKind(link.target) !== 'internal') continue
    const { start, end, line } = link
    const written = splitTarget(source.slice(start, end)).path
    const path = newPath(link, written, file, move)
    if (path === undefined) lost.add(line)
    else if (path !== pathOf(link))
      changes.push({
        start,
        end,
        text: format.encodeTarget(path) + splitTarget(source.slice(start, end)).suffix,
      })
  }
  const home = moves.get(file) ?? file
  const wanted = home === file ? moves.keys() : undefined
  for (const { target, start, end, line, page: from } of siteReferences(source, file, before, wanted)) {
    places.push({ start, end })
    const to = from && (moves.get(from) ?? from)
    if (from === undefined || to === undefined || (from === to && home === file)) continue
    const text = movedReference(target, { before, after, file, home, from, to })
    if (text === undefined) lost.add(line)
    else changes.push({ start, end, text })
  }
  // Leave the imports of a moved page to its author: they may import code.
  for (const each of home === file ? pageImports(source, file, before) : []) {
    places.push(each)
    const to = moves.get(each.file)
    if (to === undefined) continue
    const text = movedImport(each, file, to, before)
    if (text === undefined) lost.add(each.line)
    else changes.push({ start: each.start, end: each.end, text })
  }
  const isTaken = overlapping(places)
  for (const literal of pageLiterals(source, file, before)) {
    if (isTaken(literal)) continue
    const { target, prefix, page, start, end, line } = literal
    const { path: written, suffix } = splitTarget(target)
    // A path to another file moves with the page that holds it.
    const isFile = () => before.hasFile(normalizeSegments(`${folderOf(file)}/${written}`))
    if (home === file ? !moves.has(page ?? '') : page === undefined && !isFile()) continue
    const link = { target: prefix + target, text: '', kind: 'internal', line, column: 1, start, end } as const
    const path = newPath(link, prefix + written, file, move)
    if (!path?.startsWith(prefix)) lost.add(line)
    else if (path !== prefix + written)
      changes.push({ start, end, text: format.encodeTarget(path.slice(prefix.length)) + suffix })
  }
  return { text: applied(source, changes), lost: [...lost] }
}

/** The path of a link after the move; undefined when none leads there. */
function newPath(
  link: LocatedLink,
  written: string,
  file: string,
  { before, after, moves }: SiteMove,
): string | undefined {
  const path = pathOf(link)
  if (path === '' || isTemplate(link.target)) return path
  const home = moves.get(file) ?? file
  if (before.layout.references !== undefined)
    return newReference(link, path, written, file, { before, after, moves })
  const isFixed = home === file || path.startsWith('/') || path.startsWith('@site/')
  const found = before.find(file, link)
  if (found.kind !== 'page') return isFixed ? path : fromNewHome(path, file, home, { before, after })
  const from = found.file
  const to = moves.get(from) ?? from
  if (from === to && isFixed) return path
  return movedLink({ before, after, file, home, from, to, path }).find((written) => {
    const target = after.find(home, { target: encode(written), kind: link.kind })
    return target.kind === 'page' && target.file === to
  })
}

/** The path of a reference of the site's own kind after the move; undefined when none leads there. */
function newReference(
  { kind }: LocatedLink,
  path: string,
  written: string,
  file: string,
  { before, after, moves }: SiteMove,
): string | undefined {
  const home = moves.get(file) ?? file
  const as = kind === 'image' ? 'image' : 'page'
  const found = before.layout.references?.find(before.inLayout(file), path, as)
  if (found === undefined || found === 'elsewhere' || !found.exists) return path
  const from = before.inRepository(found.file)
  const to = moves.get(from) ?? from
  if (from === to && home === file) return path
  const now = after.layout.references?.find(after.inLayout(home), path, as)
  const isSame = typeof now === 'object' && now.exists && after.inRepository(now.file) === to
  return isSame ? path : movedPath({ map: after, home, to, written, as })
}

/** Of a relative link to what is no page: a file beside the page, or an address of the host. */
function fromNewHome(
  path: string,
  file: string,
  home: string,
  { before, after }: Pick<SiteMove, 'before' | 'after'>,
): string {
  const slash = path.endsWith('/') && !path.endsWith('./') ? '/' : ''
  const named = normalizeSegments(`${folderOf(file)}/${path}`)
  const byFile = relativePath(home, named, path) + slash
  if (before.hasFile(named)) return byFile
  const [old, now] = [before.routeOf(file), after.routeOf(home)]
  if (old === undefined || now === undefined) return byFile
  for (const reading of addressReadings(before)) {
    const address = normalizeSegments(`${folderOf(addressHome(old, reading))}/${path}`)
    if (before.find(file, { target: `/${encode(address)}`, kind: 'internal' }).kind === 'missing') continue
    return relativePath(addressHome(now, reading), address, path) + slash
  }
  return byFile
}

function pathOf({ target }: LocatedLink): string {
  return decodeTarget(splitTarget(target).path)
}

/** What would end or split a target in Markdown or a quoted attribute. */
function encode(path: string): string {
  return path.replace(/[\s()<>"'\\?#%]/g, (char) => `%${char.charCodeAt(0).toString(16).padStart(2, '0')}`)
}
