import { secretStoreContract } from '@docent/testing'
import { openStores } from '../test/open-stores.ts'
import { SqliteSecretStore } from './sqlite-secret-store.ts'

secretStoreContract('sqlite', () => openStores((database) => new SqliteSecretStore(database)))
