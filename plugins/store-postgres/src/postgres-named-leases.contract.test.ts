import { withPostgres } from '@docent/simulators'
import { SqlNamedLeases } from '@docent/sql'
import { ManualClock, namedLeasesContract } from '@docent/testing'
import { openContext } from '../test/open-store.ts'
import { PostgresSql } from './postgres-sql.ts'

withPostgres('PostgresNamedLeases', (server) => {
  namedLeasesContract('postgres', async () => {
    const clock = new ManualClock()
    const context = await openContext(
      server(),
      (postgres) => new SqlNamedLeases(new PostgresSql(postgres, () => clock.now())),
    )
    return { clock, ...context }
  })
})
