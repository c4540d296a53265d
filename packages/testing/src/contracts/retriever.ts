import { type ContractCase, contractSuite } from './contract-case.ts'
import type { RetrieverContext } from './retriever-context.ts'
import { retrieverDraftCases } from './retriever-drafts.ts'
import { retrieverGroupCases } from './retriever-groups.ts'
import { retrieverLanguageCases } from './retriever-languages.ts'
import { retrieverNameCases } from './retriever-names.ts'
import { retrieverRevisionCases } from './retriever-revisions.ts'
import { retrieverSearchCases } from './retriever-search.ts'
import { retrieverVectorCases } from './retriever-vectors.ts'
import { retrieverWriterCases } from './retriever-writers.ts'

/** Every promise of the port, in eight files by subject. */
export const retrieverCases: readonly ContractCase<RetrieverContext>[] = [
  ...retrieverRevisionCases,
  ...retrieverWriterCases,
  ...retrieverDraftCases,
  ...retrieverSearchCases,
  ...retrieverLanguageCases,
  ...retrieverVectorCases,
  ...retrieverGroupCases,
  ...retrieverNameCases,
]

/**
 * The suite that every Retriever must pass.
 *
 * @example
 * retrieverContract('memory', () => ({ retriever: new MemoryRetriever() }))
 */
export const retrieverContract = contractSuite('Retriever', retrieverCases)
