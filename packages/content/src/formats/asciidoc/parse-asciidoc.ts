import { isDocumentationFile, normalizeSegments, pagePathOf } from '../../paths/page-path.ts'
import { assemblePage } from '../markdown/parse-page.ts'
import { scanPage } from '../markdown/scan/scan-page.ts'
import { pathWithin } from '../page/include.ts'
import { LONGEST_PAGE } from '../page/longest-page.ts'
import type { FormatSite, PageRequest, ParsedPage } from '../page/source-format.ts'
import { locateReferences } from './locate-links.ts'
import { plain } from './marks.ts'
import { readDocument } from './read-document.ts'
import { headerData, readHeader } from './read-header.ts'
import { asciidocProblems } from './source-problems.ts'

/** Reads a page with what it includes of the same revision. */
export async function parseAsciidoc(request: PageRequest): Promise<ParsedPage> {
  const { path, file, source, root, site, included, place } = request
  const header = readHeader(source)
  const addressOf = (target: string) =>
    site.references === undefined ? addressOfFile(path, target) : site.references.addressOf(path, target)
  const read = await readDocument({
    path,
    file,
    source: source.slice(0, LONGEST_PAGE),
    attributes: site.references?.attributes(path) ?? {},
    links: {
      addressOf,
      titleOf: (target) => site.references?.titleOf?.(path, target),
      imageOf(target) {
        const found = site.references?.fileOf(path, target, 'image')
        return found === undefined ? undefined : pathWithin(folderOf(path), found)
      },
    },
    include(from, target) {
      const found = fileOf(site, from, target)
      const text = found === undefined ? undefined : included.get(found)
      return found === undefined || text === undefined ? undefined : { path: found, text }
    },
  })
  const title = read.title === undefined ? {} : { title: plain(read.title) }
  const scanned = scanPage(normalizeSegments(file), `\n${read.markdown}`)
  const data = { ...headerData(read.limits, header.data), ...title }
  const frontmatter = { ...header, data, bodyStart: 0 }
  const { page, passages } = assemblePage({ ...scanned, frontmatter }, { root, place })
  const links = locateReferences(source).flatMap(({ as, target, text, kind, line, column }) => {
    const address = kind === 'internal' ? addressOf(target) : undefined
    return as === 'text' ? [] : [{ target: address ?? target, text, kind, line, column }]
  })
  return {
    page: { ...page, content: page.content.trim(), links },
    passages,
    problems: asciidocProblems(file, source, read.problems),
    anchors: read.anchors,
  }
}

/** The file that an include means; undefined for one that this repository does not have. */
export function fileOf(site: FormatSite, path: string, target: string): string | undefined {
  if (/^[a-z]+:\/\//i.test(target) || target.includes('{')) return undefined
  if (site.references !== undefined) return site.references.fileOf(path, target, 'text')
  return normalizeSegments(`${folderOf(path)}/${target}`)
}

function addressOfFile(path: string, target: string): string | undefined {
  const hash = target.indexOf('#')
  const name = hash < 0 ? target : target.slice(0, hash)
  if (!isDocumentationFile(name)) return undefined
  const route = pagePathOf(normalizeSegments(`${folderOf(path)}/${name}`))
  return hash < 0 ? route : route + target.slice(hash)
}

function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : ''
}
