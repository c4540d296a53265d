import { collectAnchors, collectHeadings } from './collect-headings.ts'
import { collectLinks, type LocatedLink } from './collect-links.ts'
import { compileProblem } from './compile-problem.ts'
import { normalizePagePath, normalizeSegments, pagePathOf } from './page-path.ts'
import type { Problem, ProblemRule } from './problem.ts'
import { type ResolvedLink, resolveLink } from './resolve-link.ts'
import { type ScannedPage, scanPage } from './scan-page.ts'
import type { Site } from './site.ts'
import { sourceProblems } from './source-problems.ts'

/**
 * Everything that would break a page or a reader's click: invalid MDX or frontmatter, code fences that are not closed,
 * links, anchors and images that lead nowhere, ids given twice. In the order of the page.
 */
export async function checkPage(file: string, source: string, site: Site): Promise<Problem[]> {
  const page = scanPage(normalizeSegments(file), source)
  const compile = site.compile === false ? undefined : await compileProblem(page)
  // The full parse knows better than the scan what is wrong with the MDX, unless it had to be left out.
  const scanned = sourceProblems(page)
  const problems =
    compile?.severity === 'warning' ? scanned : scanned.filter((problem) => problem.rule !== 'mdx-invalid')
  if (compile !== undefined) problems.push(compile)
  const headings = collectHeadings(page)
  const seen = new Set<string>()
  for (const heading of headings) {
    if (heading.explicit && seen.has(heading.anchor)) {
      const offset = page.blocks[heading.block]?.start ?? 0
      const message = `The id "${heading.anchor}" is given twice on this page: links reach only the first. Choose another.`
      problems.push({
        file: page.file,
        ...page.lines.at(offset),
        rule: 'duplicate-id',
        message,
        severity: 'error',
      })
    }
    if (heading.explicit) seen.add(heading.anchor)
  }
  const own = new Set(collectAnchors(page, headings))
  for (const link of collectLinks(page)) {
    const problem = linkProblem(page, link, own, site)
    if (problem === undefined) continue
    const { line, column } = link
    problems.push({ file: page.file, line, column, ...problem, severity: 'error' })
  }
  return problems.sort((a, b) => a.line - b.line || a.column - b.column)
}

function linkProblem(
  page: ScannedPage,
  link: LocatedLink,
  own: ReadonlySet<string>,
  site: Site,
): { rule: ProblemRule; message: string } | undefined {
  const resolved = resolveOn(page.file, link.target, site)
  if (resolved === undefined) return undefined
  if (link.target === '') return { rule: 'broken-link', message: `The link "${link.text}" has no target.` }
  if (resolved.kind === 'file') {
    const route = pagePathOf(resolved.file, site.root)
    if (site.hasFile(resolved.file) || (link.kind !== 'image' && site.hasPage(route))) return undefined
    const rule = link.kind === 'image' ? 'broken-image' : 'broken-link'
    return { rule, message: `"${link.target}" leads to ${resolved.file}, which does not exist.` }
  }
  const { path, anchor } = resolved
  const self = path === pagePathOf(page.file, site.root)
  if (!self && !site.hasPage(path)) {
    // A file without an extension, such as LICENSE.
    if (site.hasFile(normalizeSegments(`${site.root ?? ''}/${path}`))) return undefined
    if (link.kind === 'image')
      return { rule: 'broken-image', message: `"${link.target}" names no image file.` }
    return { rule: 'broken-link', message: `"${link.target}" leads to ${path}, and there is no such page.` }
  }
  // `#` and `#top` are the top of every page; `#:~:text=` points at words.
  if (anchor === '' || anchor === 'top' || anchor.startsWith(':~:')) return undefined
  const anchors = self ? own : site.anchors(normalizePagePath(path))
  if (anchors === undefined) return undefined
  const known = Array.isArray(anchors)
    ? anchors.includes(anchor)
    : (anchors as ReadonlySet<string>).has(anchor)
  if (known) return undefined
  const where = self ? 'this page' : path
  const near = nearest(anchor, anchors)
  const hint = near === undefined ? '' : ` Did you mean #${near}?`
  return {
    rule: 'broken-anchor',
    message: `"${link.target}" names #${anchor}, which ${where} does not have.${hint}`,
  }
}

/** A link on a site under a path is written with the path or without it: what exists is meant. */
function resolveOn(file: string, target: string, site: Site): ResolvedLink | undefined {
  const root = site.root === undefined ? {} : { root: site.root }
  const plain = resolveLink(file, target, root)
  if (site.base === undefined || plain === undefined) return plain
  const below = resolveLink(file, target, { ...root, base: site.base })
  const exists = plain.kind === 'file' ? site.hasFile(plain.file) : site.hasPage(plain.path)
  return exists ? plain : below
}

/** An anchor that contains the wanted one or is contained in it: what most renamed headings leave behind. */
function nearest(wanted: string, anchors: Iterable<string>): string | undefined {
  const lower = wanted.toLowerCase()
  for (const anchor of anchors) {
    const other = anchor.toLowerCase()
    if (other.length > 2 && lower.length > 2 && (other.includes(lower) || lower.includes(other)))
      return anchor
  }
  return undefined
}
