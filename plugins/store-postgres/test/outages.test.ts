import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { jobId } from '@docent/core'
import type { Job, JobChange } from '@docent/core/plugin'
import { migrate, Postgres } from '@docent/postgres'
import { CommitCutter, Pooler, withPostgres } from '@docent/simulators'
import { PGBOUNCER } from '@docent/simulators/services'
import { spell, sql } from '@docent/sql'
import { needs } from '@docent/testing'
import { describe, expect, test } from 'vitest'
import { LOCK_CLAIMS } from '../../../packages/sql/src/jobs/job-lines.ts'
import { PostgresJobStore } from '../src/jobs/postgres-job-store.ts'
import { MIGRATIONS } from '../src/schema/migrations.ts'
import { draftJob } from './draft-job.ts'
import { freshSchema } from './open-store.ts'

const longer = (job: Job): JobChange => ({
  job: { ...job, title: `${job.title}.` },
  messages: [],
  events: [],
})

async function openStore(settings: {
  url: string
  directUrl?: string
  schema: string
  connections?: number
}) {
  const postgres = new Postgres({ directUrl: settings.url, connections: 5, ...settings }, { retryMs: 60_000 })
  await postgres.open()
  await migrate(postgres, 'store', MIGRATIONS)
  const store = new PostgresJobStore(postgres)
  await store.start()
  return {
    postgres,
    store,
    async [Symbol.asyncDispose]() {
      await store.stop()
      await postgres.close()
    },
  }
}

withPostgres('PostgresJobStore and a database that fails', (server) => {
  const port = () => server().port
  const proxied = async () => CommitCutter.start(() => connect(port(), '127.0.0.1'))

  test.each(['before', 'after'] as const)(
    'writes once what a connection that is cut %s the commit leaves in doubt',
    async (when) => {
      const schema = freshSchema()
      const cutter = await proxied()
      await using opened = await openStore({
        url: `postgres://postgres@127.0.0.1:${cutter.port}/postgres`,
        directUrl: server().url,
        schema,
      })
      const { store } = opened
      await store.create(draftJob('a'))
      for (let round = 1; round <= 5; round += 1) {
        cutter.cut(when)
        await store.update(jobId('a'), longer)
        expect(cutter.cuts).toBe(round)
      }
      expect((await store.get(jobId('a')))?.title).toBe(`${draftJob('a').job.title}${'.'.repeat(5)}`)
      cutter.stop()
    },
  )

  test.each(['before', 'after'] as const)(
    'leases no job to nobody when a connection is cut %s a claim',
    async (when) => {
      const cutter = await proxied()
      await using opened = await openStore({
        url: `postgres://postgres@127.0.0.1:${cutter.port}/postgres`,
        directUrl: server().url,
        schema: freshSchema(),
      })
      const { store } = opened
      for (const name of ['a', 'b', 'c']) await store.create(draftJob(name))
      cutter.cut(when)
      const claims = await Promise.all([store.claim('w', 60_000), store.claim('v', 60_000)])
      expect(cutter.cuts).toBe(1)
      expect(claims.map((claim) => claim?.job.id).sort()).toEqual(['a', 'b'])
      expect(claims).toMatchObject([
        { lease: { token: 1, worker: 'w' }, attempts: 1 },
        { lease: { token: 1, worker: 'v' }, attempts: 1 },
      ])
      cutter.cut(when)
      expect(await store.claim('w', 60_000)).toMatchObject({ job: { id: 'c' }, attempts: 1 })
      expect(await store.queue()).toMatchObject({ waiting: 0, running: 3 })
      expect(cutter.cuts).toBe(2)
      expect(await store.claim('w', 60_000)).toBeUndefined()
      cutter.stop()
    },
  )

  test('a worker that is frozen in the middle of a claim holds up the others for two seconds', async () => {
    const schema = freshSchema()
    await using opened = await openStore({ url: server().url, schema })
    await using other = await openStore({ url: server().url, schema })
    const { store } = opened
    await store.create(draftJob('a'))
    const frozen = Promise.withResolvers<void>()
    const held = other.postgres.transaction(async (transaction) => {
      await transaction.query(spell(sql`${LOCK_CLAIMS}`, 'postgres').text)
      await frozen.promise
    })
    const claim = await store.claim('w', 60_000)
    expect(claim).toMatchObject({ job: { id: 'a' }, attempts: 1 })
    frozen.resolve()
    // Its transaction was undone, and begins again.
    await held
  })

  test('writes everything once while its connections are terminated again and again', async () => {
    const schema = freshSchema()
    await using opened = await openStore({ url: server().url, schema })
    await using other = await openStore({ url: server().url, schema })
    const { store } = opened
    const killer = new Postgres({ url: server().url, directUrl: server().url, schema, connections: 2 })
    await killer.open()
    let isOver = false
    let terminated = 0
    const killing = (async () => {
      while (!isOver) {
        const { rows } = await killer.query(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'docent%' AND pid <> pg_backend_pid() AND random() < 0.5",
        )
        terminated += rows.length
        await sleep(20 + Math.random() * 60)
      }
    })()
    const names = Array.from({ length: 40 }, (_, n) => `k${n}`)
    await Promise.all(names.map((name) => store.create(draftJob(name))))
    let rounds = 0
    while (rounds < 10 || terminated <= 10) {
      rounds += 1
      await Promise.all(names.map((name, n) => (n % 2 ? store : other.store).update(jobId(name), longer)))
    }
    isOver = true
    await killing
    await killer.close()
    for (const name of names) {
      expect((await store.get(jobId(name)))?.title).toBe(`${draftJob(name).job.title}${'.'.repeat(rounds)}`)
    }
  })

  test.each(['fast', 'immediate'] as const)(
    'goes on after a restart (%s) in the middle of its work, and hears of other processes again',
    async (mode) => {
      const schema = freshSchema()
      await using opened = await openStore({ url: server().url, schema })
      await using other = await openStore({ url: server().url, schema })
      await opened.store.create(draftJob('a'))
      const updates = Array.from({ length: 30 }, async (_, n) => {
        await sleep(n * 10)
        await opened.store.update(jobId('a'), longer)
      })
      await sleep(100)
      server().stop(mode)
      server().resume()
      await Promise.all(updates)
      expect((await opened.store.get(jobId('a')))?.title).toBe(`${draftJob('a').job.title}${'.'.repeat(30)}`)
      await expect.poll(() => other.store.isHearing).toBe(true)
      expect(await other.store.claim('w', 60_000)).toMatchObject({ job: { id: 'a' } })
      const waiting = other.store.waitForWork(60_000)
      await opened.store.create(draftJob('b'))
      await waiting
      expect(await other.store.claim('w', 60_000)).toMatchObject({ job: { id: 'b' } })
    },
  )

  describe('behind PgBouncer in transaction mode', needs(PGBOUNCER), () => {
    test.each([
      ['with an address past it, and hears', true],
      ['without one, and finds work by looking', false],
    ] as const)('works %s', async (_, isDirect) => {
      const pooler = await Pooler.start(server(), 3)
      try {
        const schema = freshSchema()
        const address = {
          url: pooler.url,
          directUrl: isDirect ? server().url : pooler.url,
          schema,
          connections: 8,
        }
        await using opened = await openStore(address)
        await using other = await openStore(address)
        if (isDirect) await expect.poll(() => other.store.isHearing).toBe(true)
        const names = Array.from({ length: 60 }, (_, n) => `p${n}`)
        await Promise.all(names.map((name) => opened.store.create(draftJob(name))))
        await Promise.all(names.map((name, n) => (n % 2 ? opened : other).store.update(jobId(name), longer)))
        const claims = await Promise.all(names.map((name) => other.store.claim(name, 60_000)))
        expect(new Set(claims.map((claim) => claim?.job.id)).size).toBe(60)
        const waiting = other.store.waitForWork(60_000)
        await opened.store.create(draftJob('late'))
        await waiting
        expect(await other.store.claim('w', 60_000)).toMatchObject({ job: { id: 'late' } })
      } finally {
        await pooler.stop()
      }
    })
  })
})
