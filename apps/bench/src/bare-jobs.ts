import { DatabaseSync } from 'node:sqlite'
import type { Postgres } from '@docent/postgres'
import { draft } from './job-store-load.ts'

export const BARE_TABLE =
  'CREATE TABLE IF NOT EXISTS docent.bare (seq bigserial PRIMARY KEY, state text, body text)'

/** One row and one notification: the least that a queue writes. */
export async function bareCreate(postgres: Postgres): Promise<void> {
  const body = JSON.stringify(draft().job)
  await postgres.query(
    "WITH n AS (INSERT INTO docent.bare (state, body) VALUES ('waiting', $1) RETURNING seq) SELECT pg_notify('bare', seq::text) FROM n",
    [body],
  )
}

/** Claim, one write of progress, and the end: as many commits as a run of Docent has. */
export async function bareRun(postgres: Postgres): Promise<void> {
  const { rows } = await postgres.query<{ seq: number }>(
    `UPDATE docent.bare SET state = 'leased' WHERE seq = (SELECT seq FROM docent.bare WHERE state = 'waiting'
       ORDER BY seq LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING seq`,
  )
  const seq = rows[0]?.seq ?? 0
  await postgres.query("UPDATE docent.bare SET state = 'running' WHERE seq = $1", [seq])
  await postgres.query("UPDATE docent.bare SET state = 'done' WHERE seq = $1", [seq])
}

/** The floor: rows in flushed commits of `group`, by a prepared statement and nothing around it. */
export function bareInserts(file: string, rows: number, group: number): number {
  const bare = new DatabaseSync(file)
  bare.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE IF NOT EXISTS jobs (id TEXT, body TEXT)',
  )
  const insert = bare.prepare('INSERT INTO jobs VALUES (?, ?)')
  const start = performance.now()
  for (let row = 0; row < rows; row += 1) {
    const { job } = draft()
    if (row % group === 0) bare.exec('BEGIN IMMEDIATE')
    insert.run(job.id, JSON.stringify(job))
    if ((row + 1) % group === 0) bare.exec('COMMIT')
  }
  const rate = (rows / (performance.now() - start)) * 1_000
  bare.close()
  return rate
}
