import { projectId, type RetrievalFilter, type RetrievalQuery, type Retriever } from '@docent/core/plugin'
import { indexedPage, type PageDraft } from '../material/retriever-pages.ts'
import type { ContractContext } from './contract-case.ts'

export interface RetrieverContext extends ContractContext {
  /** Empty. */
  readonly retriever: Retriever
  /** A second adapter over the same data, as another process has it. Absent when the data is in the memory of one. */
  readonly peer?: Retriever
}

/** The project the cases index. */
export const PROJECT = projectId('handbook')

/** Commits pages on top of what is there. */
export async function index(
  retriever: Retriever,
  drafts: readonly PageDraft[],
  revision = 'r1',
): Promise<void> {
  const writer = await retriever.begin(PROJECT)
  await writer.write(drafts.map(indexedPage))
  await writer.commit(revision)
}

/** Page paths of what is found, best first. */
export async function find(
  retriever: Retriever,
  text: string,
  filter: RetrievalFilter = {},
  query: Partial<RetrievalQuery> = {},
): Promise<string[]> {
  const found = await retriever.search(PROJECT, { text, limit: 10, filter, ...query })
  return found.map(({ passage }) => passage.pagePath)
}
