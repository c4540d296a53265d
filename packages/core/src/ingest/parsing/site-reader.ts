import {
  defined,
  detectLayoutWithin,
  formatOf,
  isInFormats,
  type NavigationEntry,
  type PagePlace,
  type SiteLayout,
} from '@docent/content'
import { isMachineFailure } from '../../errors/machine-failure.ts'
import type {
  FilePlace,
  ParsedFile,
  ParsedText,
  SiteDescription,
  SiteFiles,
  SourceText,
} from './page-parser.ts'

/** How deep included files may include others. */
const DEEPEST = 5
/** The most links, headings or passages of one page: a reader of the page loads all of them at once. */
const MOST_PARTS = 20_000
const MOST_PROBLEMS = 100

/** Reads the configuration and the pages of one site: what worker threads run. */
export class SiteReader {
  readonly #files: ReadonlySet<string>
  readonly #layout: SiteLayout
  readonly #navigation: ReadonlyMap<string, NavigationEntry>

  constructor({ files, texts, above = [] }: SiteFiles) {
    this.#files = new Set(files)
    this.#layout = detectLayoutWithin(
      { files, texts: decoded(texts) },
      above.map((each) => ({ inside: each.inside, texts: decoded(each.texts) })),
    )
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
      return [file, { ...place, isListed: this.#isListed(place.path) }]
    })
    const { redirects, pages: listed } = this.#layout.navigation
    const navigation = listed.slice(0, MOST_PARTS).map(({ path, breadcrumb, title }) => ({
      path,
      breadcrumb,
      ...defined({ title }),
    }))
    return { places: new Map(places), redirects, navigation }
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

  async #parse({ path, file, content, included, isComplete }: SourceText): Promise<ParsedFile> {
    const decoder = new TextDecoder()
    const source = decoder.decode(content)
    const known = new Map([...included].map(([name, bytes]) => [name, decoder.decode(bytes)]))
    const { texts, missing } = this.#includes(path, source, known)
    if (missing.length > 0 && !isComplete) return { file, wanted: missing }
    const { page, passages, problems } = await formatOf(path, this.#layout.formats).parse({
      path,
      file,
      source,
      root: file.slice(0, file.length - path.length),
      site: this.#layout,
      included: texts,
      place: (frontmatter) => this.#placeOf(path, frontmatter),
    })
    return limited({
      file,
      page,
      passages,
      problems: problems.slice(0, MOST_PROBLEMS),
      included: [...texts.keys()].sort(),
      aliases: this.#layout.aliases?.(path, page.frontmatter) ?? [],
      isListed: this.#isListed(page.path),
    })
  }

  /** The texts that a page includes, directly or through other includes, and the files that are still missing. */
  #includes(path: string, source: string, known: ReadonlyMap<string, string>) {
    const texts = new Map<string, string>()
    const missing = new Set<string>()
    let wanted = this.#existing(path, source)
    for (let depth = 0; wanted.length > 0 && depth < DEEPEST; depth++) {
      const next: string[] = []
      for (const name of wanted) {
        const text = known.get(name)
        if (text === undefined) missing.add(name)
        else if (!texts.has(name)) {
          texts.set(name, text)
          next.push(...this.#existing(name, text))
        }
      }
      wanted = next
    }
    return { texts, missing: [...missing] }
  }

  #existing(path: string, source: string): string[] {
    const format = formatOf(path, this.#layout.formats)
    return format.includes(path, source, this.#layout).filter((name) => this.#files.has(name))
  }

  /** A page that a complete navigation leaves out is hidden, as one with `hidden: true` is. */
  #isListed(path: string): boolean {
    return !this.#layout.navigationIsComplete || this.#navigation.has(path)
  }

  #placeOf(file: string, frontmatter?: Readonly<Record<string, unknown>>): PagePlace {
    const path = this.#layout.pagePath(file, frontmatter)
    const entry = this.#navigation.get(path)
    const language = entry?.language ?? this.#layout.language(file)
    const version = entry?.version ?? this.#layout.version(file)
    return { path, ...defined({ title: entry?.title, language, version }) }
  }
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
