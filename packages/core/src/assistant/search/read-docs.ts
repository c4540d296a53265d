import { defined, type Page } from '@docent/content'
import { inject, injectable } from 'tsyringe'
import { docsSite } from '../../domain/docs-site.ts'
import { namedPage } from '../../domain/named-page.ts'
import type { Project } from '../../domain/project.ts'
import type { RecordedSearch } from '../../domain/recorded-search.ts'
import { DocentError } from '../../errors/docent-error.ts'
import type { CallOptions } from '../../ports/call-options.ts'
import { Clock } from '../../ports/clock.ts'
import { type RetrievalFilter, Retriever } from '../../ports/retriever.ts'
import type { ReaderOrigin } from '../../readers/daily-visitors.ts'
import { SearchDocs, type SearchOptions } from '../../search/search-docs.ts'
import { CitedSections } from './cited-sections.ts'
import { FoundPassages, resultView, type SearchResultView } from './found-passages.ts'
import { RecordSearch } from './record-search.ts'

/** Search results and pages as the discovery routes and MCP show them. */
@injectable()
export class ReadDocs {
  constructor(
    @inject(Retriever) private readonly retriever: Retriever,
    @inject(SearchDocs) private readonly searchDocs: SearchDocs,
    @inject(RecordSearch) private readonly recordSearch: RecordSearch,
    @inject(Clock) private readonly clock: Clock,
  ) {}

  /** Best first; `scoreThreshold` 0 to 1 leaves out what scores less. */
  async search(
    request: {
      project: Project
      query: string
      pageSize: number
      scoreThreshold?: number
      filter?: RetrievalFilter
      /** Who searches, for the analytics; absent leaves no trace. */
      record?: Pick<RecordedSearch, 'source' | 'fp'> & { reader?: ReaderOrigin }
    },
    options: SearchOptions = {},
  ): Promise<SearchResultView[]> {
    const { project, query, pageSize, scoreThreshold = 0, filter, record } = request
    const began = this.clock.now()
    const question = { text: query, limit: pageSize, ...defined({ filter }) }
    const found = await this.searchDocs.search(project, question, options)
    const results = found.filter(({ score }) => score >= scoreThreshold)
    if (record) {
      const { reader, ...source } = record
      const paths = [...new Set(results.map(({ passage }) => passage.pagePath))]
      const about = { query, results: results.length, paths, ms: this.clock.now() - began }
      this.recordSearch.search(project, { ...source, ...about }, reader)
    }
    const numbered = new FoundPassages(project)
    const sections = new CitedSections()
    return numbered.add(results).map((passage) => {
      const url = numbered.sectionUrl(passage, sections.anchorOf(passage, query))
      return resultView({ ...passage, url })
    })
  }

  /** @throws DocentError `not_found`, also for a page that the groups do not allow. */
  async page(
    request: {
      project: Project
      path: string
      trustedGroups?: readonly string[]
      /** Who reads it, for the analytics: perhaps a result of their search. */
      reader?: ReaderOrigin
    },
    options: CallOptions = {},
  ): Promise<Page> {
    const { project, path, trustedGroups = [], reader } = request
    const page = await this.#find(project, path, { ...options, trustedGroups, withHidden: true })
    if (!page) throw new DocentError('not_found', `There is no page ${path.slice(0, 200)}.`)
    if (reader) this.recordSearch.opened(project, page.path, reader)
    return page
  }

  /** By any spelling of its path; a client that reads the path off a site may give it with the path of the site. */
  async #find(
    project: Project,
    path: string,
    options: Parameters<Retriever['page']>[2],
  ): Promise<Page | undefined> {
    const named = namedPage(project, path)
    const { base = '' } = docsSite(project)
    const below = base !== '' && named.startsWith(`${base}/`) ? [named.slice(base.length)] : []
    for (const each of new Set([named, ...below, path])) {
      const page = await this.retriever.page(project.id, each, options)
      if (page) return page
    }
    return undefined
  }
}
