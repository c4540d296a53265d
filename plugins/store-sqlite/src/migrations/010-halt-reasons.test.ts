import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { Database } from '../database.ts'
import { MIGRATIONS } from './all.ts'

const directory = mkdtempSync(join(tmpdir(), 'docent-migration-'))
afterEach(() => rmSync(directory, { recursive: true }))

const REASONS = ['github_missconfigured', 'error', null] as const

test('jobs and events from before name the reason of a failed git host as core names it', async () => {
  const file = join(directory, 'docent.db')
  const older = new Database(file, MIGRATIONS.slice(0, 9))
  older.open()
  await older.transaction(() => {
    REASONS.forEach((haltReason, index) => {
      older.run(
        `INSERT INTO jobs (id, project_id, status, archived, repository, ref, created_at, updated_at, lease_token,
            available_at, attempts, last_message, last_event, last_step, stored_bytes, notice, body)
          VALUES (?, 'docs', 'failed', 0, 'r', 'b', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ?)`,
        `job-${index}`,
        JSON.stringify({ title: 'Says github_missconfigured', haltReason }),
      )
      older.run(
        `INSERT INTO job_events (job, sequence, at, event) VALUES (?, 1, 0, ?)`,
        index + 1,
        JSON.stringify({ type: 'run-finished', run: 1, haltReason }),
      )
    })
  })
  older.close()

  const newer = new Database(file)
  newer.open()
  const bodies = newer.all<{ body: string }>('SELECT body FROM jobs ORDER BY seq').map(({ body }) => body)
  const events = newer.all<{ event: string }>('SELECT event FROM job_events ORDER BY job')
  const renamed = ['git_host_misconfigured', 'error', null]
  expect(bodies.map((body) => JSON.parse(body))).toEqual(
    renamed.map((haltReason) => ({ title: 'Says github_missconfigured', haltReason })),
  )
  expect(events.map(({ event }) => JSON.parse(event).haltReason)).toEqual(renamed)
  newer.close()
})
