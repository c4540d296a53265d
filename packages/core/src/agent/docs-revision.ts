import {
  checkNavigation,
  checkOpenapi,
  checkPage,
  extractLinks,
  isDocumentationFile,
  isOpenapi,
  normalizePagePath,
  openapiReferences,
  type Problem,
  pagePathOf,
  parseNavigation,
  parsePage,
  resolveLink,
  type Site,
} from '@docent/content'
import type { DocsSite } from '../domain/docs-site.ts'
import { decodeText, navigationPaths } from './navigation-file.ts'

/** A revision of the documentation as the checks see it; pages are read when a link points at them. */
export class DocsRevision {
  /** The navigation file that counts; undefined when there is none. */
  readonly navigationFile: string | undefined
  readonly #pages = new Map<string, string>()
  readonly #anchors = new Map<string, ReadonlySet<string>>()
  #redirects: Promise<ReadonlySet<string>> | undefined

  constructor(
    private readonly site: DocsSite,
    readonly files: ReadonlySet<string>,
    private readonly readBytes: (path: string) => Promise<Uint8Array | undefined>,
  ) {
    this.navigationFile = navigationPaths(site).find((path) => files.has(path))
    for (const file of files)
      if (isDocumentationFile(file)) this.#pages.set(pagePathOf(file, site.root), file)
  }

  /**
   * Problems of one file; none for a file that is not there or that nothing is known about. Without `compile` MDX is
   * not parsed in full, which is most of the work.
   */
  async check(file: string, { compile = true }: { compile?: boolean } = {}): Promise<Problem[]> {
    const source = await this.#read(file)
    if (source === undefined) return []
    if (file !== this.navigationFile && !isDocumentationFile(file)) return this.#checkOpenapi(file, source)
    const redirects = await this.#redirectPaths()
    const site: Site = {
      ...this.site,
      compile,
      hasPage: (path) => this.#pages.has(path) || redirects.has(path),
      hasFile: (path) => this.files.has(path),
      anchors: (path) => this.#anchors.get(path),
    }
    if (file === this.navigationFile) return checkNavigation(source, site, file)
    await this.#loadTargets(file, source)
    return checkPage(file, source, site)
  }

  /** True for an OpenAPI description in this revision. */
  async isOpenapi(file: string): Promise<boolean> {
    return isOpenapi(file, (await this.#read(file)) ?? '')
  }

  async #checkOpenapi(file: string, source: string): Promise<Problem[]> {
    if (!isOpenapi(file, source)) return []
    const texts = new Map<string, string | undefined>()
    for (const path of openapiReferences(source, file)) texts.set(path, await this.#read(path))
    return checkOpenapi(source, file, {
      hasFile: (path) => this.files.has(path),
      readFile: (path) => texts.get(path),
    })
  }

  /** Anchors are known only of pages that were read. */
  async #loadTargets(file: string, source: string): Promise<void> {
    for (const link of extractLinks(source, file)) {
      for (const reading of [{ root: this.site.root }, this.site]) {
        const target = resolveLink(file, link.target, reading)
        if (target?.kind !== 'page' || target.anchor === '' || this.#anchors.has(target.path)) continue
        const page = this.#pages.get(target.path)
        const text = page === undefined ? undefined : await this.#read(page)
        if (page === undefined || text === undefined) continue
        this.#anchors.set(target.path, new Set(parsePage(page, text, { root: this.site.root }).anchors))
      }
    }
  }

  #redirectPaths(): Promise<ReadonlySet<string>> {
    this.#redirects ??= this.#readRedirects()
    return this.#redirects
  }

  async #readRedirects(): Promise<ReadonlySet<string>> {
    const source = this.navigationFile === undefined ? undefined : await this.#read(this.navigationFile)
    if (source === undefined) return new Set()
    return new Set(parseNavigation(source).redirects.map((redirect) => normalizePagePath(redirect.source)))
  }

  async #read(path: string): Promise<string | undefined> {
    if (!this.files.has(path)) return undefined
    const bytes = await this.readBytes(path)
    return bytes === undefined ? undefined : decodeText(bytes)
  }
}
