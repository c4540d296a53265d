import { SqlThreadStore } from '@docent/sql'
import { threadStoreContract } from '@docent/testing'
import { openStores } from '../test/open-stores.ts'
import { SqliteSql } from './sqlite-sql.ts'

threadStoreContract('sqlite', () => openStores((database) => new SqlThreadStore(new SqliteSql(database))))
