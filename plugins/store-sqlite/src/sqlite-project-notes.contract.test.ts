import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectNotesContract } from '@docent/testing'
import { Database } from './database.ts'
import { SqliteProjectNotes } from './sqlite-project-notes.ts'

projectNotesContract('sqlite', () => {
  const directory = mkdtempSync(join(tmpdir(), 'docent-projects-'))
  const databases: Database[] = []
  const open = () => {
    const database = new Database(join(directory, 'docent.db'))
    database.open()
    databases.push(database)
    return new SqliteProjectNotes(database)
  }
  return {
    store: open(),
    peer: open,
    close() {
      for (const database of databases) database.close()
      rmSync(directory, { recursive: true })
    },
  }
})
