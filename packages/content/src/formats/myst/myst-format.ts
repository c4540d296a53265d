import { normalizeSegments } from '../../paths/page-path.ts'
import { collectAnchors, collectHeadings } from '../markdown/collect-headings.ts'
import { assemblePage, pageProblems } from '../markdown/parse-page.ts'
import { scanPage } from '../markdown/scan/scan-page.ts'
import { readFrontmatter } from '../page/frontmatter.ts'
import { LONGEST_PAGE } from '../page/longest-page.ts'
import type { PageInspection, PageRequest, ParsedPage, SourceFormat } from '../page/source-format.ts'
import { readDirectives } from './directive-lines.ts'
import { locateMystLinks } from './locate-links.ts'
import { readMyst } from './read-myst.ts'

/** https://mystmd.org/spec: Markdown with directives and roles, read by the parser of the MyST project. */
export const myst: SourceFormat = {
  name: 'myst',
  frontmatter: readFrontmatter,
  includes(path, source, site) {
    const files = readDirectives(source).directives.flatMap(({ name, argument }) =>
      /^(?:include|literalinclude)$/.test(name)
        ? (site.references?.fileOf(path, argument, 'text') ?? [])
        : [],
    )
    return [...new Set(files)]
  },
  parse: parseMyst,
  inspect: inspectMyst,
  links: locateMystLinks,
  encodeTarget: (path) =>
    path.replace(/[\s()<>"'\\?#%]/g, (char) => `%${char.charCodeAt(0).toString(16).padStart(2, '0')}`),
}

async function parseMyst(request: PageRequest): Promise<ParsedPage> {
  const { path, file, source, root, site, included, place } = request
  const addressOf = (target: string) =>
    site.references?.addressOf(path, target.replace(/^(?:project|path):/, ''))
  const read = await readMyst({
    path,
    file,
    source,
    addressOf,
    include(from, target) {
      const found = site.references?.fileOf(from, target, 'text')
      const text = found === undefined ? undefined : included.get(found)
      return found === undefined || text === undefined ? undefined : { path: found, text }
    },
  })
  const scanned = scanPage(normalizeSegments(file), `\n${read.markdown}`)
  const frontmatter = { ...readFrontmatter(source), bodyStart: 0 }
  const { page, passages, anchors } = assemblePage({ ...scanned, frontmatter }, { root, place })
  const links = locateMystLinks(file, source).map(({ target, text, kind, line, column }) => {
    const address = kind === 'internal' ? addressOf(target) : undefined
    return { target: address ?? target, text, kind, line, column }
  })
  return {
    page: { ...page, content: page.content.trim(), links },
    passages,
    problems: [...pageProblems(file, source), ...read.problems],
    anchors: [...new Set([...anchors, ...read.labels])],
  }
}

async function inspectMyst(file: string, source: string): Promise<PageInspection> {
  const read = await readMyst({
    path: file,
    file,
    source,
    addressOf: () => undefined,
    include: () => undefined,
  })
  const { anchors } = assemblePage(scanPage(normalizeSegments(file), `\n${read.markdown}`))
  const { directives, markdown } = readDirectives(source)
  // Sites may give headings the ids of GitHub, too.
  const scanned = scanPage(normalizeSegments(file), markdown)
  const known = new Set([...anchors, ...read.labels, ...collectAnchors(scanned, collectHeadings(scanned))])
  return {
    problems: [...pageProblems(file, source), ...read.problems],
    links: locateMystLinks(file, source).flatMap(({ target, text, kind, line, column }) => {
      // A label may be one of another page.
      const isLabel = kind === 'anchor' && !known.has(target.slice(1))
      return isLabel ? [] : [{ target, text, kind, line, column }]
    }),
    anchors: [...known],
    hasMoreAnchors:
      source.length > LONGEST_PAGE ||
      directives.some(({ name }) =>
        /^(?:include|eval-rst|glossary|auto\w+|py:\w+|confval|describe|object)$/.test(name),
      ),
  }
}
