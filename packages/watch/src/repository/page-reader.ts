import { PageIndex, type PageTerms, pageTerms } from '../pages/page-index.ts'
import type { CodeRepository } from './code-repository.ts'

/** Most pages that are read; a documentation with more is read in part. */
const MOST_PAGES = 50_000

/** Reads the pages of commits, each text once. */
export class PageReader {
  readonly #terms = new Map<string, PageTerms>()
  #last: { ids: string; index: PageIndex } | undefined

  constructor(
    private readonly repository: CodeRepository,
    private readonly isPage: (path: string) => boolean,
  ) {}

  async index(commit: string): Promise<PageIndex> {
    const pages = new Map<string, PageTerms>()
    const files = [...(await this.repository.files(commit))].filter(([path]) => this.isPage(path))
    const read = files.slice(0, MOST_PAGES)
    const ids = read.flat().join('\n')
    if (this.#last?.ids === ids) return this.#last.index
    for (const [path, id] of read) pages.set(path, await this.#read(id))
    this.#last = { ids, index: new PageIndex(pages) }
    return this.#last.index
  }

  async #read(id: string): Promise<PageTerms> {
    const known = this.#terms.get(id)
    if (known !== undefined) return known
    const terms = pageTerms((await this.repository.text(id)) ?? '')
    this.#terms.set(id, terms)
    return terms
  }
}
