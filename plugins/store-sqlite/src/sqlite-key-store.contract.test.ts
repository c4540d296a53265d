import { keyStoreContract } from '@docent/testing'
import { openStores } from '../test/open-stores.ts'
import { SqliteKeyStore } from './sqlite-key-store.ts'

keyStoreContract('sqlite', () => openStores((database) => new SqliteKeyStore(database)))
