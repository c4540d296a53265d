import { defined } from '../basics/defined.ts'
import { inspectPage } from '../formats/formats.ts'
import type { Link } from '../paths/link.ts'
import { type LinkTarget, linkProblem } from '../paths/link-problem.ts'
import { normalizePagePath, normalizeSegments, pagePathOf } from '../paths/page-path.ts'
import type { Problem } from '../paths/problem.ts'
import { type ResolvedLink, resolveLink } from '../paths/resolve-link.ts'
import type { Site } from './checked-site.ts'

/**
 * Everything that would break a page or a reader's click: invalid MDX or frontmatter, code fences that are not closed,
 * links, anchors and images that lead nowhere, ids given twice. In the order of the page. Links are read as Mintlify
 * and plain Markdown have them; a `SiteMap` knows other sites.
 */
export async function checkPage(file: string, source: string, site: Site): Promise<Problem[]> {
  const page = normalizeSegments(file)
  const { problems, links, anchors } = await inspectPage(page, source, { compile: site.compile !== false })
  const own = new Set(anchors)
  for (const link of links) {
    if (link.kind === 'external') continue
    const problem = linkProblem(link, targetOf(page, link, own, site))
    const { line, column } = link
    if (problem !== undefined) problems.push({ file: page, line, column, ...problem, severity: 'error' })
  }
  return problems.sort((a, b) => a.line - b.line || a.column - b.column)
}

function targetOf(file: string, link: Link, own: ReadonlySet<string>, site: Site): LinkTarget {
  const resolved = resolveOn(file, link.target, site)
  if (resolved === undefined) return { kind: 'other' }
  const image = link.kind === 'image'
  if (resolved.kind === 'file') {
    const route = pagePathOf(resolved.file, site.root)
    if (site.hasFile(resolved.file) || (!image && site.hasPage(route))) return { kind: 'other' }
    return { kind: 'missing', what: 'file', name: resolved.file }
  }
  const { path, anchor } = resolved
  if (path === pagePathOf(file, site.root)) return { kind: 'page', anchor, anchors: own, name: 'this page' }
  if (site.hasPage(path))
    return { kind: 'page', anchor, anchors: site.anchors(normalizePagePath(path)), name: path }
  // A file without an extension, such as LICENSE.
  if (site.hasFile(normalizeSegments(`${site.root ?? ''}/${path}`))) return { kind: 'other' }
  return { kind: 'missing', what: image ? 'image' : 'page', name: path }
}

/** A link on a site under a path is written with the path or without it: what exists is meant. */
function resolveOn(file: string, target: string, site: Site): ResolvedLink | undefined {
  const root = defined({ root: site.root })
  const plain = resolveLink(file, target, root)
  if (site.base === undefined || plain === undefined) return plain
  const below = resolveLink(file, target, { ...root, base: site.base })
  const exists = plain.kind === 'file' ? site.hasFile(plain.file) : site.hasPage(plain.path)
  return exists ? plain : below
}
