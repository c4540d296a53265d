import { withPostgres } from '@docent/simulators'
import { jobStoreProperty } from '@docent/testing'
import { test } from 'vitest'
import { openPostgres } from '../../test/open-store.ts'
import { PostgresJobStore } from './postgres-job-store.ts'

withPostgres('PostgresJobStore', (server) => {
  test('does what the model does, whatever happens to a few jobs', { timeout: 600_000 }, async () => {
    await jobStoreProperty(
      async (clock) => {
        const postgres = await openPostgres(server())
        const store = new PostgresJobStore(postgres, { now: () => clock.now() })
        await store.start()
        return {
          store,
          async close() {
            await store.stop()
            await postgres.close()
          },
        }
        // Each run makes a schema of its own, which takes longer than the run.
      },
      { numRuns: 25 },
    )
  })
})
