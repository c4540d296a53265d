import { projectStoreContract } from '@docent/testing'
import { openStores } from '../test/open-stores.ts'
import { SqliteProjectStore } from './sqlite-project-store.ts'

projectStoreContract('sqlite', () => openStores((database) => new SqliteProjectStore(database)))
