import { randomUUID } from 'node:crypto'
import { Models, type Settings } from '@docent/core'
import {
  type Logger,
  type ModelProvider,
  organizationId,
  type Project,
  projectId,
  type Retriever,
} from '@docent/core/plugin'
import { docsSearch } from '../../docs-search.ts'

export const PROJECT = projectId('bench')
const RESULTS = 50

const project: Project = {
  id: PROJECT,
  organizationId: organizationId('bench'),
  domain: 'bench',
  name: 'Bench',
  repository: 'https://git.example.com/bench',
  docsPath: '',
  models: {},
  assistant: { finishThreadId: 'auto', threadKeys: 'optional' },
  origin: 'store',
  disabled: false,
  createdAt: 0,
}
const logger: Logger = { debug() {}, info() {}, warn: console.warn, error: console.error }

/** What retrievers take of their server. */
export const FOR_RETRIEVERS = { ids: { sortable: randomUUID, secret: randomUUID }, logger }

/** The search that readers get, as the paths of pages. */
export function searchOfReaders(
  retriever: Retriever,
  providers: readonly ModelProvider[] = [],
): (text: string) => Promise<string[]> {
  // The settings shape re-ranking alone.
  const parts = { settings: {} as Settings, clock: { now: Date.now }, logger }
  const docs = docsSearch(retriever, new Models(providers), parts)
  return async (text) => {
    const found = await docs.search(project, { text, limit: RESULTS })
    return [...new Set(found.map(({ passage }) => passage.pagePath))]
  }
}
