import { SqlReadingStore } from '@docent/sql'
import { readingStoreContract } from '@docent/testing'
import { openStores } from '../test/open-stores.ts'
import { SqliteSql } from './sqlite-sql.ts'

readingStoreContract('sqlite', () => openStores((database) => new SqlReadingStore(new SqliteSql(database))))
