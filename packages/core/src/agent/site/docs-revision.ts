import {
  checkSiteNavigation,
  defined,
  frontmatterOf,
  hasNavigation,
  isDocumentationFile,
  isLayoutFile,
  type Link,
  linkProblem,
  navigationFile,
  type PageInspection,
  type Problem,
  type SiteMap,
} from '@docent/content'
import type { PageInspector } from '../../ingest/parsing/page-inspector.ts'
import { decodeText } from './decode-text.ts'
import { inTurns, readSite, type SiteSource } from './read-site.ts'

const HIDING = ['hidden', 'draft', 'unlisted', 'private', 'noindex']

/** True for the frontmatter of a page that no navigation has to list. */
export function saysHidden(data: Readonly<Record<string, unknown>>): boolean {
  const { sidebar } = data
  const inSidebar = typeof sidebar === 'object' && sidebar !== null && Reflect.get(sidebar, 'hidden') === true
  // Operations of an API are listed by their method and path, or by their whole document.
  return inSidebar || HIDING.some((key) => data[key] === true) || data.openapi !== undefined
}

export interface RevisionSource extends SiteSource {
  inspector: PageInspector
  signal: AbortSignal
}

/** A problem, and the address or file that a link was after, where that is what is wrong. */
export interface Finding {
  problem: Problem
  missing?: { target: string; name: string }
}

/** A revision of the documentation as the checks see it; pages are read when a link points at them. */
export class DocsRevision {
  #linksChecked = 0
  readonly #anchors = new Map<string, ReadonlySet<string> | undefined>()

  private constructor(
    private readonly source: RevisionSource,
    readonly map: SiteMap,
    /** Of the files that say how the repository becomes a site. */
    readonly texts: ReadonlyMap<string, string>,
  ) {}

  static async open(source: RevisionSource): Promise<DocsRevision> {
    const { map, texts } = await readSite(source)
    return new DocsRevision(source, map, texts)
  }

  get files(): ReadonlySet<string> {
    return this.source.files
  }

  /** True for a file of the documentation folder: others are not the agent's to mend. */
  isInside(file: string): boolean {
    const { root } = this.source.site
    return root === '' || file.startsWith(`${root}/`)
  }

  get navigationFile(): string | undefined {
    return navigationFile(this.map, this.texts)
  }

  /** True when configuration files list pages, in one file or in one for each folder. */
  get hasNavigation(): boolean {
    return hasNavigation(this.map, this.texts)
  }

  /** Links that `check` followed. */
  get linksChecked(): number {
    return this.#linksChecked
  }

  /** Entries of the navigation that lead to no page. */
  navigationProblems(): Problem[] {
    return checkSiteNavigation(this.map, this.texts)
  }

  /**
   * What is wrong with pages, by file; nothing is said of a file that is not there. Without `compile` MDX is not parsed
   * in full, which is most of the work.
   */
  async check(files: readonly string[], { compile = true } = {}): Promise<Map<string, Finding[]>> {
    const pages = await this.#inspect(files.filter(isDocumentationFile), compile)
    await this.#loadAnchors(pages)
    const found = new Map<string, Finding[]>()
    await inTurns(pages, ([file, page]) => {
      const findings: Finding[] = page.problems.map((problem) => ({ problem }))
      // Entries of a navigation are looked at as such.
      const isNavigation = isLayoutFile(file) && this.map.routeOf(file) === undefined
      for (const link of isNavigation ? [] : page.links) {
        this.#linksChecked++
        findings.push(...this.#linkFindings(file, link))
      }
      found.set(
        file,
        findings.sort((a, b) => a.problem.line - b.problem.line || a.problem.column - b.problem.column),
      )
    })
    return found
  }

  /** The links of pages, by file. */
  async links(files: readonly string[]): Promise<Map<string, Link[]>> {
    const pages = await this.#inspect(files.filter(isDocumentationFile), false)
    return new Map([...pages].map(([file, { links }]) => [file, links]))
  }

  /** True for a page that its frontmatter takes out of the navigation. */
  async isHidden(file: string): Promise<boolean> {
    const data = frontmatterOf(file, (await this.text(file)) ?? '', this.map.layout.formats)
    return saysHidden(data)
  }

  /** The text of a file; undefined when there is none. */
  async text(file: string): Promise<string | undefined> {
    const bytes = this.files.has(file) ? await this.source.read(file) : undefined
    return bytes === undefined ? undefined : decodeText(bytes)
  }

  async #inspect(files: readonly string[], compile: boolean): Promise<Map<string, PageInspection>> {
    const texts = []
    const { formats, references } = this.map.layout
    for (const file of files) {
      const content = this.files.has(file) ? await this.source.read(file) : undefined
      if (content !== undefined)
        texts.push({
          file,
          content,
          formats,
          compile,
          ...defined({ attributes: references?.attributes(this.map.inLayout(file)) }),
        })
    }
    const { inspector, signal } = this.source
    const pages = await inspector.inspect(texts, { signal })
    const inspected = new Map<string, PageInspection>()
    for (const [index, { file }] of texts.entries()) {
      const page = pages[index]
      if (page === undefined) continue
      inspected.set(file, page)
      this.#anchors.set(file, page.hasMoreAnchors ? undefined : new Set(page.anchors))
    }
    return inspected
  }

  /** Anchors are known only of pages that were read. */
  async #loadAnchors(pages: ReadonlyMap<string, PageInspection>): Promise<void> {
    const wanted = new Set<string>()
    await inTurns(pages, ([file, { links }]) => {
      for (const link of links) {
        if (!link.target.includes('#')) continue
        const found = this.map.find(file, link)
        if (found.kind === 'page' && found.anchor !== '' && !this.#anchors.has(found.file))
          wanted.add(found.file)
      }
    })
    await this.#inspect([...wanted], false)
  }

  #linkFindings(file: string, link: Link): Finding[] {
    const target = this.map.find(file, link)
    const name = target.kind === 'page' && target.file === file ? 'this page' : undefined
    const problem = linkProblem(
      link,
      target.kind === 'page'
        ? {
            kind: 'page',
            anchor: target.anchor,
            anchors: this.#anchors.get(target.file),
            name: name ?? this.map.routeOf(target.file) ?? target.file,
          }
        : target,
    )
    if (problem === undefined) return []
    const { line, column } = link
    const missing =
      target.kind === 'missing' && link.target !== '' ? { target: link.target, name: target.name } : undefined
    return [
      {
        problem: { file, line, column, ...problem, severity: 'error' },
        ...defined({ missing }),
      },
    ]
  }
}
