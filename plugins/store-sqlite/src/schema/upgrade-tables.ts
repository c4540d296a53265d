import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { Job, ThreadTurn } from '@docent/core/plugin'
import { LINES, pullColumns, spellTables, turnColumns } from '@docent/sql'

/** Defaults for what the first turns lack. */
const OLDEST = { model: '', inputTokens: 0, outputTokens: 0, answer: '', asked: {}, sources: [] }

/** What the lines of jobs need, which the versions before 22 did not have. */
export function upgradeQueue(connection: DatabaseSync): void {
  connection.exec(`
    ALTER TABLE jobs DROP COLUMN notice;
    ALTER TABLE jobs ADD COLUMN organization_id TEXT NOT NULL DEFAULT '';
    ALTER TABLE jobs ADD COLUMN place INTEGER NOT NULL DEFAULT 0;
    UPDATE jobs SET organization_id = body ->> '$.organizationId', place = available_at;
    ${spellTables('sqlite', LINES.tables)}
  `)
}

/** The tables of version 20 as those of version 21. */
export function upgradeTables(connection: DatabaseSync): void {
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
