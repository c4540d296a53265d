/** Set by `npm run test:long`, which runs only the files of the two lists. */
export const IS_LONG = process.env.LONG_RUNS === 'true'

/** These run with far fewer cases in `npm test`. */
export const LONG_RUNS = [
  'apps/bench/src/rewording/rewording.test.ts',
  'apps/server/test/chaos/chaos.test.ts',
  'apps/server/test/chaos/postgres-chaos.test.ts',
  'apps/server/test/crash/kill-at-every-boundary.test.ts',
  'apps/server/test/crash/kill-on-postgres.test.ts',
  'packages/core/test/channels/channel-storm.test.ts',
  'packages/core/test/citations/citation-filter.generated.test.ts',
  'plugins/retriever-files/test/killed/killed.test.ts',
  'plugins/retriever-lancedb/test/killed/killed.test.ts',
  'plugins/retriever-postgres/test/killed/killed.test.ts',
]

/**
 * These run only here: the faults that the contract suites must catch, and curves of time. They change with the suites
 * and with the measure, and with nothing else.
 */
export const ONLY_LONG = [
  'packages/content/test/linear-time.test.ts',
  'packages/testing/src/contracts/*.faults.test.ts',
]
