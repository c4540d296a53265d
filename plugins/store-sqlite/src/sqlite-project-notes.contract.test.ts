import { SqlProjectNotes } from '@docent/sql'
import { projectNotesContract } from '@docent/testing'
import { openStores } from '../test/open-stores.ts'
import { SqliteSql } from './sqlite-sql.ts'

projectNotesContract('sqlite', () => openStores((database) => new SqlProjectNotes(new SqliteSql(database))))
