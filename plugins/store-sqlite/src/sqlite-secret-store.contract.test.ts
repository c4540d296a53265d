import { SqlSecretStore } from '@docent/sql'
import { secretStoreContract } from '@docent/testing'
import { openStores } from '../test/open-stores.ts'
import { SqliteSql } from './sqlite-sql.ts'

secretStoreContract('sqlite', () => openStores((database) => new SqlSecretStore(new SqliteSql(database))))
