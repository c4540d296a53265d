import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { applyTransition, jobId } from '@docent/core'
import type { Outage, StepDraft } from '@docent/core/plugin'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { draftJob } from '../../test/draft-job.ts'
import { Database } from '../database.ts'
import { SqliteJobStore } from './sqlite-job-store.ts'

let directory: string
let database: Database
let store: SqliteJobStore

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'docent-sqlite-'))
  database = new Database(join(directory, 'docent.db'))
  database.open()
  store = new SqliteJobStore(database)
})

afterEach(() => {
  database.close()
  rmSync(directory, { recursive: true })
})

test('a job waits on when the store is opened again', async () => {
  database.close()
  const file = join(directory, 'older.db')
  const older = new Database(file)
  older.open()
  const { job } = draftJob('a')
  await older.transaction(() =>
    older.run(
      `INSERT INTO jobs (id, project_id, status, archived, repository, ref, created_at, updated_at, lease_token,
         lease_worker, available_at, attempts, waits, last_message, last_event, last_step, stored_bytes, model,
         pull_ended, body)
       VALUES ('a', ?, 'active', 0, ?, ?, 0, 0, 4, 'w0', 1000, 3, 0, 0, 0, 0, 0, '', 0, ?)`,
      job.projectId,
      job.source.repository,
      job.source.ref,
      JSON.stringify(job),
    ),
  )
  older.close()
  let now = 999
  const seen: Outage[] = []
  for (let round = 0; round < 3; round += 1) {
    const newer = new Database(file)
    newer.open()
    const reopened = new SqliteJobStore(newer, () => now)
    expect(await reopened.claim('early', 15_000)).toBe(undefined)
    now += 60_000
    const claim = await reopened.claim('w1', 15_000)
    if (!claim) throw new Error('The job was not handed out.')
    expect(claim.attempts).toBe(4)
    await reopened.postpone(claim.lease, (outage) => {
      seen.push(outage)
      return { delayMs: 60_000, events: [] }
    })
    newer.close()
  }
  expect(seen.map(({ waits, ms }) => [waits, ms])).toEqual([
    [0, 0],
    [1, 60_000],
    [2, 120_000],
  ])
})

async function finishedJob(id: string, content: Uint8Array, at: number): Promise<void> {
  await store.create(draftJob(id))
  const claim = await store.claim('w1', 15_000)
  if (!claim) throw new Error('no job')
  const step: StepDraft = {
    run: 1,
    kind: 'model',
    messages: [],
    read: [`${id}-m1`],
    changes: [{ path: 'a.md', content }],
    data: {},
    inputTokens: 0,
    outputTokens: 0,
    workMs: 0,
  }
  await store.record(claim.lease, step, [])
  const end = { type: 'complete', at, pullRequest: null, messageToUser: '' } as const
  await store.settle(
    claim.lease,
    (job) => applyTransition(job, end),
    (job) => job,
  )
}

const countOf = (table: string) =>
  database.get<{ count: number }>(`SELECT count(*) AS count FROM ${table}`)?.count

describe('SqliteJobStore', () => {
  test('stores equal contents once, and deletes a content with the last step that has it', async () => {
    const same = new TextEncoder().encode('same')
    await finishedJob('a', same, 1_000)
    await finishedJob('b', same, 2_000)
    await finishedJob('c', new TextEncoder().encode('other'), 3_000)
    expect(countOf('blobs')).toBe(2)
    await store.prune({ steps: 1_500, events: 0 })
    expect(countOf('blobs')).toBe(2)
    await store.prune({ steps: 2_500, events: 0 })
    expect(countOf('blobs')).toBe(1)
    expect(countOf('job_changes')).toBe(1)
    expect((await store.steps(jobId('c')))[0]?.changes).toHaveLength(1)
  })

  test('gives the bytes of pruned steps back to the job', async () => {
    await finishedJob('a', new Uint8Array(1_000), 1_000)
    await store.prune({ steps: 2_000, events: 0 })
    expect(database.get('SELECT stored_bytes FROM jobs')).toMatchObject({ stored_bytes: 0 })
  })

  test('reads a step of before its time was kept as one that took none', async () => {
    await finishedJob('a', new Uint8Array(), 1_000)
    database.run(`UPDATE job_steps SET body = json_remove(body, '$.workMs')`)
    expect(await store.steps(jobId('a'))).toMatchObject([{ kind: 'model', workMs: 0 }])
  })

  test('writes nothing when a prune finds nothing to delete', async () => {
    await finishedJob('a', new Uint8Array(10), 1_000)
    await store.prune({ steps: 2_000, events: 2_000 })
    let commits = 0
    database.onCommit(() => {
      commits += 1
    })
    await store.prune({ steps: 2_000, events: 2_000 })
    expect(commits).toBe(0)
  })

  test('keeps exactly the creates that it acknowledged when the file cannot grow', async () => {
    await store.create(draftJob('before'))
    const pages = database.get<{ page_count: number }>('PRAGMA page_count')?.page_count ?? 0
    database.get(`PRAGMA max_page_count = ${pages + 4}`)
    const ids = Array.from({ length: 200 }, (_, index) => `j${index}`)
    const outcomes = await Promise.allSettled(ids.map((id) => store.create(draftJob(id))))
    database.get('PRAGMA max_page_count = 1000000')
    for (const [index, outcome] of outcomes.entries()) {
      const stored = await store.get(jobId(`j${index}`))
      expect(stored !== undefined).toBe(outcome.status === 'fulfilled')
      if (outcome.status === 'rejected')
        expect(outcome.reason).toMatchObject({ code: 'unavailable', isRetryable: true })
    }
    expect(outcomes.some((outcome) => outcome.status === 'rejected')).toBe(true)
    await store.create(draftJob('after'))
  })

  test('ends readers and waiting workers when the database closes', async () => {
    await store.create(draftJob('a'))
    const claim = await store.claim('w1', 15_000)
    const seen: number[] = []
    const reading = (async () => {
      for await (const event of store.events(jobId('a'), 0)) seen.push(event.sequence)
    })()
    const waiting = store.waitForWork(60_000)
    // The reader has read what is there when the next commit reaches it.
    if (claim) await store.append(claim.lease, [{ type: 'text', text: 'last' }])
    while (seen.length < 3) await new Promise((resolve) => setImmediate(resolve))
    database.close()
    await Promise.all([reading, waiting])
    expect(seen).toEqual([1, 2, 3])
    await expect(store.claim('w1', 15_000)).rejects.toMatchObject({ code: 'unavailable' })
  })

  test('does not look for work when a worker’s own step is committed', async () => {
    await store.create(draftJob('a'))
    const claim = await store.claim('w1', 15_000)
    const idle = store.waitForWork(60_000, { signal: AbortSignal.timeout(50) })
    if (claim) await store.append(claim.lease, [{ type: 'text', text: 'x' }])
    await expect(idle).rejects.toThrow()
  })

  test('finds what it asks for by an index, however many jobs there are', () => {
    for (const [sql, index] of [
      [
        "SELECT body FROM jobs WHERE project_id = 'p' AND (created_at, id) < (1, '') ORDER BY created_at DESC, id DESC",
        'jobs_by_project',
      ],
      [
        "SELECT body FROM jobs WHERE status <> 'active' AND archived = 0 AND updated_at < 1 ORDER BY updated_at, seq",
        'jobs_ended',
      ],
      [
        'SELECT sequence FROM job_events WHERE job = (SELECT seq FROM jobs WHERE id = 1) AND sequence > 1 ORDER BY sequence',
        'PRIMARY KEY',
      ],
      ['SELECT 1 FROM job_changes WHERE blob = 1 AND job = 1', 'job_changes_by_blob'],
    ] as const) {
      const plan = database.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).map((row) => row.detail)
      expect(plan.join('\n')).toContain(index)
      expect(plan.join('\n')).not.toMatch(/SCAN|TEMP B-TREE/)
    }
  })
})
