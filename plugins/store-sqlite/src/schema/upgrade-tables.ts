import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { Job, ThreadTurn } from '@docent/core/plugin'
import { pullColumns, turnColumns } from '@docent/sql'

/** Defaults for what the first turns lack. */
const OLDEST = { model: '', inputTokens: 0, outputTokens: 0, answer: '', asked: {}, sources: [] }

/** The tables of version 20 as those of today, without indexes and triggers. */
export function upgradeTables(connection: DatabaseSync): void {
  const made = connection
    .prepare("SELECT type, name FROM sqlite_schema WHERE type IN ('trigger', 'index') AND sql IS NOT NULL")
    .all()
  for (const { type, name } of made) connection.exec(`DROP ${type} ${name}`)
  connection.exec(`
    DROP TABLE turn_names;
    DROP TABLE turn_claims;
    ALTER TABLE thread_turns ADD COLUMN model TEXT NOT NULL DEFAULT '';
    ALTER TABLE thread_turns ADD COLUMN input_tokens INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE thread_turns ADD COLUMN output_tokens INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE thread_turns ADD COLUMN question TEXT NOT NULL DEFAULT '';
    ALTER TABLE thread_turns ADD COLUMN words TEXT NOT NULL DEFAULT '';
    ALTER TABLE thread_turns ADD COLUMN pages TEXT NOT NULL DEFAULT '';
    ALTER TABLE thread_turns ADD COLUMN invented TEXT;
    ALTER TABLE thread_turns ADD COLUMN unsupported INTEGER;

    ALTER TABLE jobs ADD COLUMN pull_number INTEGER;
    ALTER TABLE jobs ADD COLUMN pull_ended INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE jobs ADD COLUMN merged_at INTEGER;
    ALTER TABLE jobs ADD COLUMN model TEXT NOT NULL DEFAULT '';
    ALTER TABLE job_steps ADD COLUMN input_tokens INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE job_steps ADD COLUMN output_tokens INTEGER NOT NULL DEFAULT 0;
    UPDATE job_steps SET input_tokens = COALESCE(body ->> '$.inputTokens', 0),
      output_tokens = COALESCE(body ->> '$.outputTokens', 0);
    ALTER TABLE job_messages ADD COLUMN body TEXT NOT NULL DEFAULT '';
    UPDATE job_messages SET
      body = json_object('id', id, 'role', role, 'content', content, 'createdAt', created_at);
    ALTER TABLE job_messages DROP COLUMN id;
    ALTER TABLE job_messages DROP COLUMN role;
    ALTER TABLE job_messages DROP COLUMN content;
    ALTER TABLE job_messages DROP COLUMN created_at;
    UPDATE job_changes SET path = json_quote(path);
  `)
  fill<ThreadTurn>(connection, 'thread_turns', (turn) => turnColumns({ ...OLDEST, ...turn }))
  fill<Job>(connection, 'jobs', (job) => ({ ...pullColumns(job), model: job.model }))
}

/** Fills columns of a table from the body of each row. */
function fill<Body>(
  connection: DatabaseSync,
  table: string,
  columnsOf: (body: Body) => Record<string, unknown>,
): void {
  const rows = connection.prepare(`SELECT seq, body FROM ${table} WHERE seq > ? ORDER BY seq LIMIT 100`)
  for (let last = 0, page = rows.all(last); page.length > 0; page = rows.all(last)) {
    for (const { seq, body } of page) {
      const columns = columnsOf(JSON.parse(String(body)) as Body)
      const set = Object.keys(columns).map((name) => `${name} = ?`)
      const values = Object.values(columns).map((value) =>
        typeof value === 'boolean' ? Number(value) : value,
      )
      connection
        .prepare(`UPDATE ${table} SET ${set.join(', ')} WHERE seq = ?`)
        .run(...(values as SQLInputValue[]), Number(seq))
      last = Number(seq)
    }
  }
}
