import { projectNotesContract } from '@docent/testing'
import { openStores } from '../test/open-stores.ts'
import { SqliteProjectNotes } from './sqlite-project-notes.ts'

projectNotesContract('sqlite', () => openStores((database) => new SqliteProjectNotes(database)))
