import {
  type ArrangedPage,
  defined,
  detectLayout,
  detectLayoutWithin,
  formatOf,
  includedTexts,
  isDocumentationFile,
  isInFormats,
  isSecretName,
  type NavigationEntry,
  type PagePlace,
  presenceOf,
  type SiteLayout,
  type SiteOrigin,
  siteOrigin,
} from '@docent/content'
import { isMachineFailure } from '../../errors/machine-failure.ts'
import { decodeSource } from './decode-source.ts'
import type {
  FilePlace,
  NavigationPlace,
  PageLoss,
  ParsedFile,
  ParsedText,
  SiteDescription,
  SiteFiles,
  SourceText,
} from './page-parser.ts'
import { siteProblems } from './site-problems.ts'

/** The most links, headings or passages of one page: a reader of the page loads all of them at once. */
const MOST_PARTS = 20_000
const MOST_PROBLEMS = 100

/** Reads the configuration and the pages of one site: what worker threads run. */
export class SiteReader {
  readonly #files: ReadonlySet<string>
  readonly #unread: readonly string[]
  readonly #made: ReadonlySet<string>
  readonly #texts: ReadonlyMap<string, string> | undefined
  readonly #layout: SiteLayout
  readonly #navigation: ReadonlyMap<string, NavigationEntry>
  readonly #origin: SiteOrigin | undefined

  constructor({ files, texts, unread = [], made = [], above = [], wantsOrigin = false }: SiteFiles) {
    this.#files = new Set(files)
    this.#unread = unread
    this.#made = new Set(made)
    const own = decoded(texts)
    const source = { files, texts: own }
    const folders = above.map((each) => ({ inside: each.inside, texts: decoded(each.texts) }))
    this.#layout = detectLayoutWithin(source, folders)
    this.#origin = wantsOrigin ? siteOrigin(source, folders) : undefined
    const isOwn = above.length === 0 || detectLayout(source).name !== 'plain'
    this.#texts = isOwn ? own : undefined
    // The first place of a page counts: the same page may be linked again from other tabs.
    const entries = this.#layout.navigation.pages.toReversed()
    this.#navigation = new Map(entries.map((entry) => [entry.path, entry]))
  }

  describe(): SiteDescription {
    const pages = [...this.#files].filter(
      (file) => isInFormats(file, this.#layout.formats) && this.#layout.isPage(file),
    )
    const places = pages.map((file): [string, FilePlace] => {
      const place = this.#placeOf(file)
      const defaults = this.#layout.defaults?.(file) ?? {}
      const said = Object.keys(defaults).length > 0 && { defaults }
      return [file, { ...place, ...said, isListed: this.#isListed(place.path) }]
    })
    const { redirects, pages: listed } = this.#layout.navigation
    const { presenceSettings = '', name, arrangement } = this.#layout
    const known = new Map(places)
    return {
      places: known,
      redirects,
      navigation: placesOf(listed),
      presenceSettings,
      layout: name,
      problems: siteProblems({
        ...{ layout: this.#layout, files: this.#files, unread: this.#unread },
        ...{ texts: this.#texts, places: known, made: this.#made },
      }),
      ...defined({ arrangedBy: arrangement?.keys, origin: this.#origin }),
    }
  }

  /** The navigation by what pages say of their place. */
  arrange(pages: ReadonlyMap<string, ArrangedPage>): NavigationPlace[] {
    return placesOf(this.#layout.arrangement?.arrange(pages) ?? this.#layout.navigation.pages)
  }

  /** A file that breaks the parser is a failure of its own. @throws only what the machine is to blame for */
  async parse(text: SourceText): Promise<ParsedFile> {
    try {
      return await this.#parse(text)
    } catch (error) {
      if (isMachineFailure(error)) throw error
      return { file: text.file, failure: error instanceof Error ? error.message : String(error) }
    }
  }

  async #parse({ path, file, content, included, absent, isComplete }: SourceText): Promise<ParsedFile> {
    const read = decodeSource(content)
    if ('reason' in read) return { file, failure: read.reason, kind: 'encoding' }
    const decoder = new TextDecoder()
    const source = read.text
    const known = new Map([...included].map(([name, bytes]) => [name, decoder.decode(bytes)]))
    const format = formatOf(path, this.#layout.formats)
    const { data, bodyStart } = format.frontmatter(source)
    const isListed = this.#isListed(this.#placeOf(path, data).path)
    const elsewhere = new Set<string>()
    const exists = (name: string) => {
      if (this.#files.has(name)) return true
      if (!mayBeElsewhere(name)) return false
      elsewhere.add(name)
      return !absent.has(name)
    }
    const page = { path, source, isListed }
    const { texts, files, missing } = includedTexts(this.#layout, page, known, exists)
    if (missing.length > 0 && !isComplete) return { file, wanted: missing }
    const parsed = await format.parse({
      path,
      file,
      source,
      root: file.slice(0, file.length - path.length),
      site: this.#layout,
      included: texts,
      place: (frontmatter, heading) => this.#placeOf(path, frontmatter, heading),
    })
    return limited({
      file,
      page: parsed.page,
      passages: parsed.passages,
      problems: parsed.problems.slice(0, MOST_PROBLEMS),
      losses: [
        ...brokenText(read.brokenLine),
        ...this.#missingTexts({ path, source }, texts, exists).slice(0, MOST_PROBLEMS),
      ],
      included: [...new Set([...files, ...elsewhere])].sort(),
      aliases: this.#layout.aliases?.(path, parsed.page.frontmatter) ?? [],
      presence: presenceOf(this.#layout, path, { ...parsed.page, isBare: bodyStart <= 1 }, isListed),
      isListed,
    })
  }

  #missingTexts(
    { path, source }: Pick<SourceText, 'path'> & { source: string },
    texts: ReadonlyMap<string, string>,
    exists: (name: string) => boolean,
  ): PageLoss[] {
    const missingFrom = (name: string, text: string) =>
      formatOf(name, this.#layout.formats).missingIncludes?.(name, text, this.#layout, exists) ?? []
    const loss = (file: string, line: number, around = ''): PageLoss => {
      const what = isSecretName(file)
        ? 'has the name of a secret, which Docent does not read'
        : 'is not there'
      const message = `${around}"${file}" ${what}, so its text is missing on the page.`
      return { kind: 'include', line, message, severity: 'warning' }
    }
    return [
      ...missingFrom(path, source).map(({ file, line }) => loss(file, line)),
      ...[...texts].flatMap(([name, text]) =>
        missingFrom(name, text).map(({ file, line }) => loss(file, 0, `In ${name}:${line}: `)),
      ),
    ]
  }

  /** A page that a complete navigation leaves out is hidden, as one with `hidden: true` is. */
  #isListed(path: string): boolean {
    return !this.#layout.navigationIsComplete || this.#navigation.has(path)
  }

  #placeOf(file: string, own?: Readonly<Record<string, unknown>>, heading?: string): PagePlace {
    const frontmatter = own && { ...this.#layout.defaults?.(file), ...own }
    const path = this.#layout.pagePath(file, frontmatter, heading)
    const entry = this.#navigation.get(path)
    const language = entry?.language ?? this.#layout.language(file)
    const version = entry?.version ?? this.#layout.version(file)
    const { siteLanguage } = this.#layout
    const isCurrent = entry?.version ? entry.isCurrent : this.#layout.isCurrentVersion?.(file)
    const placed = { title: entry?.title, language, siteLanguage, version, frontmatter }
    return { path, ...defined({ ...placed, isCurrent: version === undefined ? undefined : isCurrent }) }
  }
}

function isHidden(path: string): boolean {
  return path.split('/').some((segment) => segment.startsWith('.') && segment !== '..')
}

/** The source lists all documentation that is not hidden; what else pages show may be anywhere in the repository. */
function mayBeElsewhere(path: string): boolean {
  const isListed = isDocumentationFile(path) && !isHidden(path) && !path.startsWith('../')
  return !isListed && !isSecretName(path)
}

function brokenText(line: number | undefined): PageLoss[] {
  if (line === undefined) return []
  const message = 'Some characters are not UTF-8, so they cannot be read.'
  return [{ kind: 'encoding', line, message, severity: 'warning' }]
}

function placesOf(entries: readonly NavigationEntry[]): NavigationPlace[] {
  return entries.slice(0, MOST_PARTS).map(({ path, breadcrumb, title }) => ({
    path,
    breadcrumb,
    ...defined({ title }),
  }))
}

function decoded(texts: ReadonlyMap<string, Uint8Array>): Map<string, string> {
  const decoder = new TextDecoder()
  return new Map([...texts].map(([path, content]) => [path, decoder.decode(content)]))
}

function limited(parsed: ParsedText): ParsedFile {
  const { page, passages, file } = parsed
  for (const [count, parts] of [
    [page.links.length, 'links'],
    [page.headings.length, 'headings'],
    [passages.length, 'passages'],
  ] as const) {
    if (count > MOST_PARTS)
      return { file, failure: `It has more than ${MOST_PARTS} ${parts}. Split it into several pages.` }
  }
  return parsed
}
