import { threadStoreContract } from '@docent/testing'
import { openStores } from '../test/open-stores.ts'
import { SqliteThreadStore } from './sqlite-thread-store.ts'

threadStoreContract('sqlite', () => openStores((database) => new SqliteThreadStore(database)))
