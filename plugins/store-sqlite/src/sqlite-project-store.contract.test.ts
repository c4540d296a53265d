import { SqlProjectStore } from '@docent/sql'
import { projectStoreContract } from '@docent/testing'
import { openStores } from '../test/open-stores.ts'
import { SqliteSql } from './sqlite-sql.ts'

projectStoreContract('sqlite', () => openStores((database) => new SqlProjectStore(new SqliteSql(database))))
