import { ManualClock, namedLeasesContract } from '@docent/testing'
import { openStores } from '../test/open-stores.ts'
import { SqliteNamedLeases } from './sqlite-named-leases.ts'

namedLeasesContract('sqlite', () => {
  const clock = new ManualClock()
  return { clock, ...openStores((database) => new SqliteNamedLeases(database, clock)) }
})
