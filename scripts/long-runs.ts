/** Set by `npm run test:long`, which runs only these files, each with far more cases than `npm test` takes. */
export const IS_LONG = process.env.LONG_RUNS === 'true'

export const LONG_RUNS = [
  'apps/bench/src/rewording/rewording.test.ts',
  'apps/server/test/chaos/chaos.test.ts',
  'apps/server/test/chaos/postgres-chaos.test.ts',
  'apps/server/test/crash/kill-at-every-boundary.test.ts',
  'apps/server/test/crash/kill-on-postgres.test.ts',
  'packages/core/test/citations/citation-filter.generated.test.ts',
  'plugins/retriever-files/test/killed/killed.test.ts',
]
