import { jobId } from '@docent/core'
import { withPostgres } from '@docent/simulators'
import { expect, test, vi } from 'vitest'
import { PostgresJobStore } from '../src/jobs/postgres-job-store.ts'
import { draftJob } from './draft-job.ts'
import { freshSchema, openPostgres } from './open-store.ts'

withPostgres('PostgresJobStore and workers that wait', (server) => {
  const open = async (schema = freshSchema()) => {
    const postgres = await openPostgres(server(), schema)
    const store = new PostgresJobStore(postgres)
    await store.start()
    await expect.poll(() => store.isHearing, { timeout: 60_000 }).toBe(true)
    return {
      postgres,
      store,
      async [Symbol.asyncDispose]() {
        await store.stop()
        await postgres.close()
      },
    }
  }

  test('wakes for a job that waits for the branch of another', async () => {
    await using opened = await open()
    await using other = await open(opened.postgres.settings.schema)
    const { store } = opened
    await store.create(draftJob('a', 'one'))
    const claim = await store.claim('w', 60_000)
    await store.create(draftJob('b', 'one'))
    expect(await other.store.claim('v', 60_000)).toBeUndefined()
    const waiting = other.store.waitForWork(60_000)
    if (claim) await store.release(claim.lease)
    await waiting
    expect(await other.store.claim('v', 60_000)).toBeDefined()
  })

  test('a reader finds an event of which no notification told', async () => {
    await using opened = await open()
    const { postgres } = opened
    const store = new PostgresJobStore(postgres, { sweepMs: 20 })
    await store.start()
    try {
      await expect.poll(() => store.isHearing, { timeout: 60_000 }).toBe(true)
      await store.create(draftJob('a'))
      const events = store.events(jobId('a'), 0)[Symbol.asyncIterator]()
      const { rows } = await postgres.query<{ last: number }>(
        'SELECT max(sequence) AS last FROM docent.job_events',
      )
      const last = rows[0]?.last ?? 0
      while ((await events.next()).value?.sequence !== last);
      const query = vi.spyOn(postgres, 'query')
      const next = events.next()
      await vi.waitFor(() => expect(query).toHaveResolved(), { timeout: 60_000 })
      // As a process leaves it that dies between its commit and the notification.
      await postgres.query(
        `INSERT INTO docent.job_events (job, sequence, at, event)
         SELECT job, sequence + 1, at, event FROM docent.job_events WHERE sequence = $1`,
        [last],
      )
      expect((await next).value?.sequence).toBe(last + 1)
    } finally {
      await store.stop()
    }
  })
})
