import { SqlKeyStore } from '@docent/sql'
import { keyStoreContract } from '@docent/testing'
import { openStores } from '../test/open-stores.ts'
import { SqliteSql } from './sqlite-sql.ts'

keyStoreContract('sqlite', () => openStores((database) => new SqlKeyStore(new SqliteSql(database))))
