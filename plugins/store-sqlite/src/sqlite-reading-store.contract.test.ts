import { readingStoreContract } from '@docent/testing'
import { openStores } from '../test/open-stores.ts'
import { SqliteReadingStore } from './sqlite-reading-store.ts'

readingStoreContract('sqlite', () => openStores((database) => new SqliteReadingStore(database)))
