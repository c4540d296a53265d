import { SqlNamedLeases } from '@docent/sql'
import { ManualClock, namedLeasesContract } from '@docent/testing'
import { openStores } from '../test/open-stores.ts'
import { SqliteSql } from './sqlite-sql.ts'

namedLeasesContract('sqlite', () => {
  const clock = new ManualClock()
  return {
    clock,
    ...openStores((database) => new SqlNamedLeases(new SqliteSql(database, () => clock.now()))),
  }
})
