import {
  isDocumentationFile,
  normalizePagePath,
  normalizeSegments,
  pagePathOf,
} from '../../paths/page-path.ts'
import { resolveLink, splitTarget, withoutBase } from '../../paths/resolve-link.ts'
import { LONGEST_PAGE } from '../page/longest-page.ts'
import { locateLinks } from './locate-links.ts'
import { scanPage } from './scan/scan-page.ts'

export interface RewriteLinksOptions {
  /** Documentation folder in the repository. */
  root?: string
  /** Path under which the site is served, such as `/docs`; a link that is written with it keeps it. */
  base?: string
  /** Where `file` itself goes: its relative links are made to point where they did. */
  movedTo?: string
}

/**
 * Rewrites the links of a page to pages that move. Keeps how each link is written: relative or absolute, with or
 * without extension, its query and anchor, and every other character of the source. Code is not touched. A page longer
 * than two million characters is returned as it is.
 *
 * @param file where the page is before the move, repository-relative
 * @param mapping from old to new place: route paths (`/guides/a`) or repository files (`docs/guides/a.mdx`)
 */
export function rewriteLinks(
  source: string,
  file: string,
  mapping: Readonly<Record<string, string>> | ReadonlyMap<string, string>,
  options: RewriteLinksOptions = {},
): string {
  if (source.length > LONGEST_PAGE) return source
  const root = normalizeSegments(options.root ?? '')
  const moves = new Map<string, Place>()
  for (const [from, to] of mapping instanceof Map ? mapping : Object.entries(mapping)) {
    moves.set(placeOf(from, root).path, placeOf(to, root))
  }
  const home = normalizeSegments(options.movedTo ?? file)
  const rebased = home !== normalizeSegments(file)
  let text = ''
  let at = 0
  for (const link of locateLinks(scanPage(file, source))) {
    if (link.kind === 'external' || link.kind === 'anchor' || link.start < at) continue
    const raw = source.slice(link.start, link.end)
    const target = newTarget(raw, link.target, { file, home, root, base: options.base, moves, rebased })
    if (target === undefined || target === raw) continue
    text += source.slice(at, link.start) + target
    at = link.end
  }
  return text + source.slice(at)
}

interface Place {
  path: string
  /** Repository file without extension: where relative targets point. */
  file: string
}

interface Move {
  file: string
  home: string
  root: string
  base: string | undefined
  moves: ReadonlyMap<string, Place>
  rebased: boolean
}

function placeOf(place: string, root: string): Place {
  if (isDocumentationFile(place)) {
    return { path: pagePathOf(place, root), file: normalizeSegments(place).replace(/\.mdx?$/i, '') }
  }
  return { path: normalizePagePath(place), file: normalizeSegments(`${root}/${place}`) }
}

function newTarget(raw: string, target: string, move: Move): string | undefined {
  const { path, suffix } = splitTarget(raw)
  const below = withoutBase(path, move.base)
  const resolved = resolveLink(move.file, target, { root: move.root })
  if (below !== path && !(resolved?.kind === 'page' && move.moves.has(resolved.path))) {
    const plain = splitTarget(target)
    const decoded = withoutBase(plain.path, move.base) + plain.suffix
    const rest = newTarget(below + suffix, decoded, { ...move, base: undefined })
    return rest === undefined ? undefined : path.slice(0, path.length - below.length) + rest
  }
  if (resolved === undefined) return undefined
  const relative = !path.startsWith('/')
  if (path === '') return undefined
  if (resolved.kind === 'file') {
    return relative && move.rebased ? relativePath(move.home, resolved.file, path) + suffix : undefined
  }
  const moved = move.moves.get(resolved.path)
  const changed = moved !== undefined && moved.path !== resolved.path
  if (!changed && !(relative && move.rebased)) return undefined
  const extension = /\.mdx?$/i.exec(path)?.[0] ?? ''
  const place = changed ? moved : { path: resolved.path, file: writtenFile(move.file, path) }
  if (relative) {
    // Without an extension a link names the page, and an index page is its folder.
    const file = extension === '' && changed ? normalizeSegments(`${move.root}/${place.path}`) : place.file
    return encode(relativePath(move.home, file + extension, path)) + suffix
  }
  if (extension === '') return encode(place.path) + suffix
  const inside =
    move.root !== '' && place.file.startsWith(`${move.root}/`)
      ? place.file.slice(move.root.length + 1)
      : place.file
  return `/${encode(inside)}${extension}${suffix}`
}

/** The file a relative target names, as written but without extension. */
function writtenFile(file: string, path: string): string {
  const folder = file.replaceAll('\\', '/').split('/').slice(0, -1).join('/')
  return normalizeSegments(`${folder}/${path.replace(/\.mdx?$/i, '')}`)
}

function relativePath(home: string, file: string, written: string): string {
  const from = home.split('/').slice(0, -1)
  const to = file.split('/')
  let shared = 0
  while (shared < from.length && shared < to.length - 1 && from[shared] === to[shared]) shared += 1
  const up = '../'.repeat(from.length - shared)
  return (up === '' && written.startsWith('.') ? './' : up) + to.slice(shared).join('/')
}

/** What would end or split a target in Markdown or a quoted attribute. */
function encode(path: string): string {
  return path.replace(/[\s()<>"'\\]/g, (char) => `%${char.charCodeAt(0).toString(16).padStart(2, '0')}`)
}
