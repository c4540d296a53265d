import {
  checkSiteNavigation,
  detectLayout,
  isDocumentationFile,
  isLayoutFile,
  type Link,
  linkProblem,
  navigationFile,
  type PageInspection,
  type Problem,
  readFrontmatter,
  type SiteLayout,
  SiteMap,
} from '@docent/content'
import type { DocsSite } from '../domain/docs-site.ts'
import type { PageInspector } from '../ingest/page-inspector.ts'
import { decodeText } from './navigation-file.ts'

/** Files that are looked at before other work of the process gets a turn. */
const FILES_PER_TURN = 250
const HIDING = ['hidden', 'draft', 'unlisted', 'private', 'noindex']

export interface RevisionSource {
  site: DocsSite
  /** Every file of the repository. */
  files: ReadonlySet<string>
  read(path: string): Promise<Uint8Array | undefined>
  /** Pages whose frontmatter may say their address. */
  placed(layout: SiteLayout): Promise<readonly string[]>
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
  readonly #anchors = new Map<string, ReadonlySet<string> | undefined>()

  private constructor(
    private readonly source: RevisionSource,
    readonly map: SiteMap,
    /** Of the files that tell how the repository becomes a site. */
    readonly texts: ReadonlyMap<string, string>,
  ) {}

  static async open(source: RevisionSource): Promise<DocsRevision> {
    const { site, files, read } = source
    const texts = new Map<string, string>()
    const inside: string[] = []
    await inTurns(files, async (file) => {
      if (site.root === '' || file.startsWith(`${site.root}/`)) inside.push(file)
      if (!isLayoutFile(file)) return
      const bytes = await read(file)
      if (bytes !== undefined) texts.set(file, decodeText(bytes))
    })
    const { layout, root } = siteLayout(site.root, files, inside, texts)
    const frontmatter = new Map<string, Record<string, unknown>>()
    for (const file of await source.placed(layout)) {
      const bytes = await read(file)
      if (bytes !== undefined) frontmatter.set(file, readFrontmatter(decodeText(bytes)).data)
    }
    const base = site.base === undefined ? {} : { base: site.base }
    const map = new SiteMap({ layout, files, root, frontmatter, ...base })
    await inTurns(files, (file) => map.addPage(file))
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
      for (const link of page.links) findings.push(...this.#linkFindings(file, link))
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
    const { data } = readFrontmatter((await this.text(file)) ?? '')
    const { sidebar } = data
    const inSidebar =
      typeof sidebar === 'object' && sidebar !== null && Reflect.get(sidebar, 'hidden') === true
    // Operations of an API are listed by their method and path, or by their whole document.
    return inSidebar || HIDING.some((key) => data[key] === true) || data.openapi !== undefined
  }

  /** The text of a file; undefined when there is none. */
  async text(file: string): Promise<string | undefined> {
    const bytes = this.files.has(file) ? await this.source.read(file) : undefined
    return bytes === undefined ? undefined : decodeText(bytes)
  }

  async #inspect(files: readonly string[], compile: boolean): Promise<Map<string, PageInspection>> {
    const texts = []
    for (const file of files) {
      const content = this.files.has(file) ? await this.source.read(file) : undefined
      if (content !== undefined) texts.push({ file, content, compile })
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
        ...(missing === undefined ? {} : { missing }),
      },
    ]
  }
}

/**
 * By the files of the documentation folder; where they say nothing, by those of the whole repository, which may have
 * its configuration above the folder.
 */
function siteLayout(
  root: string,
  files: ReadonlySet<string>,
  inside: readonly string[],
  texts: ReadonlyMap<string, string>,
): { layout: SiteLayout; root: string } {
  const below = (path: string) => path.slice(root === '' ? 0 : root.length + 1)
  const own = [...texts].filter(([path]) => root === '' || path.startsWith(`${root}/`))
  const layout = detectLayout({
    files: root === '' ? inside : inside.map(below),
    texts: new Map(own.map(([path, text]) => [below(path), text])),
  })
  if (root === '' || layout.name !== 'plain') return { layout, root }
  const whole = detectLayout({ files: [...files], texts })
  const holds = whole.root === root || root.startsWith(`${whole.root}/`) || whole.root.startsWith(`${root}/`)
  return whole.name !== 'plain' && holds ? { layout: whole, root: '' } : { layout, root }
}

async function inTurns<Item>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<void> | void,
): Promise<void> {
  let done = 0
  for (const item of items) {
    const working = work(item)
    if (working) await working
    done += 1
    if (done % FILES_PER_TURN === 0) await new Promise(setImmediate)
  }
}
