import { contractSuite } from './contract-case.ts'
import { attemptCases } from './job-store-attempts.ts'
import type { JobStoreCase, JobStoreContext } from './job-store-context.ts'
import { fairnessCases } from './job-store-fairness.ts'
import { leaseCases } from './job-store-leases.ts'
import { listCases } from './job-store-lists.ts'
import { eventCases, wakeUpCases } from './job-store-news.ts'
import { openStepCases } from './job-store-open-steps.ts'
import { outboxCases } from './job-store-outbox.ts'
import { pruneCases } from './job-store-prune.ts'
import { pullRequestCases } from './job-store-pull-requests.ts'
import { runCases } from './job-store-runs.ts'
import { waitCases } from './job-store-waits.ts'
import { writeCases } from './job-store-writes.ts'

/** What every JobStore promises, one case a promise. */
export const jobStoreCases: readonly JobStoreCase[] = [
  ...writeCases,
  ...listCases,
  ...leaseCases,
  ...fairnessCases,
  ...attemptCases,
  ...waitCases,
  ...openStepCases,
  ...runCases,
  ...outboxCases,
  ...pullRequestCases,
  ...eventCases,
  ...wakeUpCases,
  ...pruneCases,
]

/**
 * Registers the contract suite of JobStore: one test a promise.
 *
 * @example
 * jobStoreContract('MemoryJobStore', () => {
 *   const store = new MemoryJobStore()
 *   return { store, peer: store, advance: (ms) => store.advance(ms) }
 * })
 */
export const jobStoreContract: (
  name: string,
  factory: () => JobStoreContext | Promise<JobStoreContext>,
) => void = contractSuite('JobStore', jobStoreCases)
