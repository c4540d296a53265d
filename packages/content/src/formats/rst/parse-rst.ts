import { folderOf } from '../../paths/folder.ts'
import { isDocumentationFile, normalizeSegments, pagePathOf } from '../../paths/page-path.ts'
import type { Problem } from '../../paths/problem.ts'
import { assemblePage } from '../markdown/parse-page.ts'
import { scanPage } from '../markdown/scan/scan-page.ts'
import { LONGEST_PAGE } from '../page/longest-page.ts'
import type { PageInspection, PageRequest, ParsedPage } from '../page/source-format.ts'
import { documentName, locateReferences } from './locate-links.ts'
import { BlockParser } from './read/parse-blocks.ts'
import { readHeader } from './read/read-header.ts'
import type { RstDirective, RstNode } from './read/rst-node.ts'
import { RstScope } from './read/rst-scope.ts'
import { writeDirective } from './write/write-directive.ts'
import { MarkdownWriter } from './write/write-markdown.ts'

const DEEPEST = 5
const MOST_REPORTED = 20

interface DocumentSite {
  addressOf(target: string): string | undefined
  titleOf(target: string): string | undefined
  attribute(name: string): string | undefined
  /** The file that a directive names, and its text. @param from the file that names it */
  fileText(from: string, target: string): { path: string; text: string } | undefined
}

/** Reads a page with what it includes of the same revision. */
export async function parseRst(request: PageRequest): Promise<ParsedPage> {
  const { path, file, source, root, site, included, place } = request
  const { references } = site
  const attributes = references?.attributes(path) ?? {}
  const read = readDocument(path, source, {
    addressOf: (target) =>
      references === undefined ? addressOfFile(path, target) : references.addressOf(path, target),
    titleOf: (target) => references?.titleOf?.(path, target),
    attribute: (name) => (Object.hasOwn(attributes, name) ? attributes[name] : undefined),
    fileText(from, target) {
      const found = references?.fileOf(from, target, 'text')
      const text = found === undefined ? undefined : included.get(found)
      return found === undefined || text === undefined ? undefined : { path: found, text }
    },
  })
  const { title: _, ...data } = readHeader(source).data
  const scanned = scanPage(normalizeSegments(file).replace(/\.\w+$/, '.md'), `\n${read.markdown}`)
  const { page, passages, anchors } = assemblePage(
    { ...scanned, file: normalizeSegments(file), frontmatter: { data, bodyStart: 0 } },
    { root, place },
  )
  const links = locateReferences(source).flatMap(({ as, target, text, kind, line, column }) => {
    if (as === 'text') return []
    const isReference = target.startsWith('ref:')
    const address = kind === 'internal' ? read.addressOf(target) : undefined
    return address === undefined && isReference
      ? []
      : [{ target: address ?? target, text, kind, line, column }]
  })
  return {
    page: { ...page, content: page.content.trim(), links },
    passages,
    problems: [
      ...pageProblems(file, source),
      ...read.generated.map((directive) => generatedProblem(file, directive)),
    ],
    anchors,
  }
}

/** Looks at one page by itself: what it includes is not known here. */
export async function inspectRst(file: string, source: string): Promise<PageInspection> {
  const read = readDocument(file, source, {
    addressOf: () => undefined,
    titleOf: () => undefined,
    attribute: () => undefined,
    fileText: () => undefined,
  })
  const { anchors } = assemblePage(
    scanPage(normalizeSegments(file).replace(/\.\w+$/, '.md'), `\n${read.markdown}`),
  )
  const references = locateReferences(source)
  return {
    problems: pageProblems(file, source),
    links: references.map(({ target, text, kind, line, column }) => ({ target, text, kind, line, column })),
    anchors,
    hasMoreAnchors:
      source.length > LONGEST_PAGE || read.generated.length > 0 || references.some(({ as }) => as === 'text'),
  }
}

interface ReadRst {
  markdown: string
  /** Directives whose text only a build has. */
  generated: RstDirective[]
  addressOf(target: string): string | undefined
}

function readDocument(path: string, source: string, site: DocumentSite): ReadRst {
  const scope = new RstScope()
  const around = [path]
  const text = source.slice(source.charCodeAt(0) === 0xfeff ? 1 : 0, LONGEST_PAGE)
  scope.reserveNumbers(text)
  const parser = new BlockParser({
    scope,
    include(target) {
      const found = site.fileText(around.at(-1) ?? path, target)
      if (found === undefined || around.length > DEEPEST || around.includes(found.path)) return undefined
      around.push(found.path)
      return { text: found.text, leave: () => void around.pop() }
    },
  })
  for (const name of ['version', 'release', 'today'])
    scope.substitutions.set(name, site.attribute(`config:${name}`) ?? '')
  const nodes: RstNode[] = [
    ...parser.parse(site.attribute('config:rst_prolog') ?? '', false),
    ...withoutHeader(parser.parse(text)),
    ...parser.parse(site.attribute('config:rst_epilog') ?? '', false),
  ]
  const generated: RstDirective[] = []
  /** What the site does not know may be a name of the page itself. */
  const addressOf = (target: string) => {
    const address = site.addressOf(target)
    if (address !== undefined || !target.startsWith('ref:')) return address
    const own = scope.find(target.slice(4))
    return own !== undefined && 'id' in own ? `#${own.id}` : undefined
  }
  const writer = new MarkdownWriter(
    {
      scope,
      addressOf,
      titleOf: (target) => site.titleOf(target),
      attribute: (name) => site.attribute(name),
      fileText: (target) => site.fileText(path, target)?.text,
      report: (directive) => {
        if (generated.length < MOST_REPORTED) generated.push(directive)
      },
    },
    writeDirective,
  )
  return { markdown: writer.blocks(nodes), generated, addressOf }
}

/** Fields at the top of a page are data. */
function withoutHeader(nodes: RstNode[]): RstNode[] {
  const first = nodes.findIndex(({ kind }) => kind !== 'target' && kind !== 'title')
  return nodes[first]?.kind === 'fields' ? nodes.toSpliced(first, 1) : nodes
}

function pageProblems(file: string, source: string): Problem[] {
  if (source.length <= LONGEST_PAGE) return []
  const message = `The page is longer than ${LONGEST_PAGE} characters; the rest was not read. Split it into several.`
  return [{ file, line: 1, column: 1, rule: 'page-too-large', message, severity: 'error' }]
}

function generatedProblem(file: string, { name, argument, line }: RstDirective): Problem {
  const what = argument === '' ? name : `${name} ${argument.split('\n', 1)[0]}`
  const message = `The build of the site writes the text of "${what}", so it is missing here.`
  return { file, line, column: 1, rule: 'text-generated', message, severity: 'warning' }
}

/** Where a document or a file is on a site without a configuration. */
function addressOfFile(path: string, target: string): string | undefined {
  const isDocument = target.startsWith('doc:')
  const [, written = '', suffix = ''] = /^(?:doc:)?([^#]*)(#.*)?$/s.exec(target) ?? []
  const name = isDocument ? documentName(written) : written
  if (!isDocumentationFile(name) || /^[a-z]+:/i.test(name)) return undefined
  return pagePathOf(normalizeSegments(name.startsWith('/') ? name : `${folderOf(path)}/${name}`)) + suffix
}
