/** Set by `npm run test:long`, which runs only the files of the two lists. */
export const IS_LONG = process.env.LONG_RUNS === 'true'

/** These run with far fewer cases in `npm test`. */
export const LONG_RUNS = [
  'apps/server/test/channels/channel-storm.test.ts',
  'apps/server/test/crash/kill-at-every-boundary.test.ts',
  'apps/server/test/crash/kill-on-postgres.test.ts',
  'packages/core/test/channels/channel-storm.test.ts',
  'packages/core/test/citations/citation-filter.generated.test.ts',
  'plugins/retriever-files/test/killed/killed.test.ts',
  'plugins/retriever-postgres/test/killed/killed.test.ts',
]

/**
 * These run only here. The faults that the contract suites must catch, and curves of time, change with the suites and with
 * the measure alone. Of kills at random moments and of several processes beside each other, `npm test` has the cases that
 * are the same in each run: kills at named boundaries, and killed writers of an index.
 */
export const ONLY_LONG = [
  'apps/bench/src/rewording/rewording.test.ts',
  'apps/server/test/chaos/chaos.test.ts',
  'apps/server/test/chaos/postgres-chaos.test.ts',
  'apps/server/test/crash/carry-on.test.ts',
  'apps/server/test/crash/kill-while-indexing.test.ts',
  'apps/server/test/postgres/search-on-every-node.test.ts',
  'packages/content/test/linear-time.test.ts',
  'packages/testing/src/contracts/*.faults.test.ts',
  'plugins/retriever-files/test/replication/killed.test.ts',
  'plugins/retriever-lancedb/test/killed/killed.test.ts',
]
