import { type ContractCase, contractSuite } from './contract-case.ts'
import type { RetrieverContext } from './retriever-context.ts'
import { retrieverGroupCases } from './retriever-groups.ts'
import { retrieverLanguageCases } from './retriever-languages.ts'
import { retrieverRevisionCases } from './retriever-revisions.ts'
import { retrieverSearchCases } from './retriever-search.ts'
import { retrieverVectorCases } from './retriever-vectors.ts'

/** Every promise of the port, in five files by subject. */
export const retrieverCases: readonly ContractCase<RetrieverContext>[] = [
  ...retrieverRevisionCases,
  ...retrieverSearchCases,
  ...retrieverLanguageCases,
  ...retrieverVectorCases,
  ...retrieverGroupCases,
]

/**
 * The suite that every Retriever must pass.
 *
 * @example
 * retrieverContract('memory', () => ({ retriever: new MemoryRetriever() }))
 */
export const retrieverContract = contractSuite('Retriever', retrieverCases)
