import { withPostgres } from '@docent/simulators'
import { ManualClock, namedLeasesContract } from '@docent/testing'
import { openContext } from '../test/open-store.ts'
import { PostgresNamedLeases } from './postgres-named-leases.ts'

withPostgres('PostgresNamedLeases', (server) => {
  namedLeasesContract('postgres', async () => {
    const clock = new ManualClock()
    const context = await openContext(
      server(),
      (postgres) => new PostgresNamedLeases(postgres, () => clock.now()),
    )
    return { clock, ...context }
  })
})
