import type { Problem } from '../../paths/problem.ts'
import type { ConvertedSite } from './inline-converter.ts'
import { MarkdownConverter } from './markdown-converter.ts'
import { LIMITING } from './read-header.ts'
import { selectLines } from './select-lines.ts'

/** How deep included texts may include others. */
const DEEPEST = 8
/** Of all includes of one page together: texts that include each other by the thousand multiply. */
const MOST_INCLUDES = 2_000
const MOST_CHARACTERS = 2_000_000
const MOST_PROBLEMS = 100
const MOST_ATTRIBUTES = 500
/** What would change how a page is read rather than what it says. */
const RESERVED =
  /^(?:backend|basebackend|doctype|docdir|docfile|docname|outfile.*|outdir|user-home|safe-mode.*|max-.*|allow-uri-read|data-uri|source-highlighter|docinfo.*|linkcss|copycss|icons|relfile.*|skip-front-matter|attribute-missing|compat-mode|experimental)$/

export interface DocumentRequest {
  /** Of the page, in the terms of `include`. */
  path: string
  /** As problems name it. */
  file: string
  source: string
  /** Attributes of the site. */
  attributes: Readonly<Record<string, string>>
  /** What the page says of others. */
  links: ConvertedSite
  /** The text that an include in a file of the site means; undefined where it cannot be had. */
  include(from: string, target: string): { path: string; text: string } | undefined
}

export interface ReadDocument {
  title: string | undefined
  /** What limits the page, as the whole header says it: also what an included text or the site sets. */
  limits: Record<string, string>
  /** The page as Markdown, with the ids of its headings, without its title. */
  markdown: string
  /** Ids of sections, blocks and inline anchors. */
  anchors: string[]
  /** Titles of sections: a cross reference may name one instead of its id. */
  titles: string[]
  problems: Problem[]
}

/**
 * Reads an AsciiDoc page with Asciidoctor in its `secure` mode: it opens no file and no address, and what a page includes
 * comes from `include` alone.
 */
export async function readDocument(request: DocumentRequest): Promise<ReadDocument> {
  const { path, file, source } = request
  // Imported with the first page: servers without AsciiDoc never load it.
  const { load, Extensions, MemoryLogger, NullLogger, LogMessage, Reader } = await import('@asciidoctor/core')
  logWithoutConsole(Reader, new NullLogger())
  const logger = new MemoryLogger()
  const budget = { includes: MOST_INCLUDES, characters: MOST_CHARACTERS }
  const registry = Extensions.create()
  registry.includeProcessor(function () {
    this.handles(() => true)
    this.process((_document: unknown, reader: IncludeReader, target: string, attributes: Attributes) => {
      const found = request.include(reader.file ?? path, target)
      if (found === undefined || reader.includeDepth >= DEEPEST) return
      const text = selectLines(found.text, attributes)
      budget.includes -= 1
      budget.characters -= text.length
      if (budget.includes >= 0 && budget.characters >= 0)
        reader.pushInclude(text, found.path, found.path, 1, attributes)
    })
  })
  const document = await load(source, {
    safe: 'secure',
    standalone: false,
    sourcemap: false,
    logger,
    extension_registry: registry,
    converter: new MarkdownConverter(request.links),
    attributes: { ...allowed(request.attributes), ...FIXED },
  })
  const limits = limitsOf(document.getAttributes())
  const markdown = String(await document.convert())
  const refs: Record<string, { title?: unknown; nodeName?: string }> = document.getCatalog().refs
  const problems: Problem[] = []
  for (const message of logger.getMessages()) {
    if (!(message instanceof LogMessage) || problems.length >= MOST_PROBLEMS) continue
    const severity = String(message.getSeverity())
    const place = message.getSourceLocation()
    // A problem of an included text is reported for its own file.
    const isOwn = place === undefined || place === null || !place.getFile()
    if (!isOwn || severity === 'INFO' || severity === 'DEBUG') continue
    const line = Math.max(1, Number(place?.getLineNumber() ?? 1))
    const reason = `The page is not valid AsciiDoc: ${message.getText()}.`
    problems.push({ file, line, column: 1, rule: 'asciidoc-invalid', message: reason, severity: 'error' })
  }
  const title = document.getDocumentTitle()
  return {
    title: typeof title === 'string' ? title : undefined,
    limits,
    markdown,
    anchors: Object.keys(refs),
    titles: Object.values(refs).flatMap(({ title: each }) => (typeof each === 'string' ? [each] : [])),
    problems,
  }
}

function limitsOf(attributes: Readonly<Record<string, unknown>>): Record<string, string> {
  const entries = Object.entries(attributes).filter(([name]) => LIMITING.test(`:${name}`))
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value ?? '')]))
}

interface WithDocument {
  _document?: { logger: unknown }
}

/** Readers of list items know no document. They write to the console what the document reports again. */
function logWithoutConsole(reader: { prototype: object }, silent: unknown): void {
  Object.defineProperty(reader.prototype, 'logger', {
    configurable: true,
    get(this: WithDocument) {
      return this._document?.logger ?? silent
    },
  })
}

type Attributes = Record<string, string>

interface IncludeReader {
  /** Of the text that is read now; absent in the page itself. */
  readonly file?: string | null
  readonly includeDepth: number
  pushInclude(text: string, file: string, path: string, line: number, attributes: Attributes): unknown
}

/** What no page and no site may change. */
const FIXED: Readonly<Record<string, string>> = {
  relfilesuffix: '.adoc',
  'skip-front-matter': '',
  experimental: '',
  'attribute-missing': 'skip',
}

function allowed(attributes: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(attributes)
      .filter(([name]) => !RESERVED.test(name))
      .slice(0, MOST_ATTRIBUTES),
  )
}
