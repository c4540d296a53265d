import { assertIdle, SqlRows } from '@docent/sql'
import { Database } from './database.ts'
import { MIGRATIONS } from './schema/migrations.ts'
import { SqliteSql } from './sqlite-sql.ts'

/** The rows of a SQLite store that no other process has open. */
export class SqliteRows extends SqlRows {
  /**
   * Makes the file when it is not there.
   * @throws DocentError `conflict` when another process has it open, or a job is under a lease
   */
  static async open(file: string): Promise<SqliteRows> {
    const database = new Database(file, MIGRATIONS, { isExclusive: true })
    try {
      database.open()
      const sql = new SqliteSql(database)
      await assertIdle(sql)
      return new SqliteRows(sql, {
        name: 'database',
        advice: {
          begun: 'Finish it, or delete the database and start over.',
          filled: (tables) =>
            `The database ${file} is not empty: it has ${tables}. Move it somewhere else, with its -wal and -shm files, or choose another one with --file.`,
        },
        close: async () => database.close(),
      })
    } catch (error) {
      database.close()
      throw error
    }
  }
}
