import type { TaskQueue } from '@docent/core/plugin'
import { migrate, Postgres } from '@docent/postgres'
import { Pooler, withPostgres } from '@docent/simulators'
import { PGBOUNCER } from '@docent/simulators/services'
import { needs } from '@docent/testing'
import { expect, test } from 'vitest'
import { PostgresBackgroundTasks } from '../src/postgres-background-tasks.ts'
import { MIGRATIONS } from '../src/schema/migrations.ts'
import { freshSchema } from './open-store.ts'

const QUEUE: TaskQueue = { name: 'outages', attempts: 3, retryMs: 1_000, leaseMs: 10_000 }
const PATIENCE = { timeout: 120_000 }

const logger = { debug() {}, info() {}, warn() {}, error() {} }
let made = 0
const sortable = () => `task-${++made}`

async function openTasks(settings: { url: string; directUrl: string; schema: string }) {
  const postgres = new Postgres({ connections: 2, ...settings })
  await postgres.open()
  await migrate(postgres, 'store', MIGRATIONS)
  const tasks = new PostgresBackgroundTasks(postgres, { ids: { sortable, secret: sortable }, logger })
  return { tasks, [Symbol.asyncDispose]: () => postgres.close() }
}

withPostgres('PostgresBackgroundTasks and a database that fails', (server) => {
  test.each(['fast', 'immediate'] as const)(
    'loses no task over a restart (%s), and goes on by itself',
    async (mode) => {
      const address = { url: server().url, directUrl: server().url, schema: freshSchema() }
      await using one = await openTasks(address)
      await using two = await openTasks(address)
      const done = new Set<unknown>()
      let isStruck = false
      const handle = async ({ data }: { data: unknown }) => {
        if (done.size === 2 && !isStruck) {
          // In the middle of a task, whose end cannot be noted before the database is back.
          isStruck = true
          server().stop(mode)
          server().resume()
        }
        done.add(data)
      }
      for (const n of [1, 2, 3, 4, 5]) await one.tasks.add(QUEUE, n)
      await using _first = one.tasks.work(QUEUE, handle)
      await using _second = two.tasks.work(QUEUE, handle)
      await expect.poll(() => done.size, PATIENCE).toBe(5)
      expect(isStruck).toBe(true)
      const add = () => two.tasks.add(QUEUE, 'after').catch(() => false)
      await expect.poll(add, PATIENCE).toBe(true)
      await expect.poll(() => done.has('after'), PATIENCE).toBe(true)
      expect(await one.tasks.dead(10)).toEqual([])
    },
    300_000,
  )

  test.each([
    ['with an address past it', true],
    ['without one', false],
  ] as const)(
    'does its work behind PgBouncer in transaction mode, %s',
    { ...needs(PGBOUNCER), timeout: 300_000 },
    async (_, isDirect) => {
      const pooler = await Pooler.start(server(), 6)
      try {
        const directUrl = isDirect ? server().url : pooler.url
        const address = { url: pooler.url, directUrl, schema: freshSchema() }
        await using one = await openTasks(address)
        await using two = await openTasks(address)
        const done: unknown[] = []
        let isBroken = true
        const handle = async ({ data }: { data: unknown }) => {
          if (data === 'broken' && isBroken) throw new Error('It is broken.')
          done.push(data)
        }
        await using _first = one.tasks.work({ ...QUEUE, attempts: 1 }, handle)
        await using _second = two.tasks.work({ ...QUEUE, attempts: 1 }, handle)
        for (const data of [1, 2, 3, 'broken', 4]) await one.tasks.add({ ...QUEUE, attempts: 1 }, data)
        await expect.poll(() => done.toSorted(), PATIENCE).toEqual([1, 2, 3, 4])
        await expect.poll(() => two.tasks.dead(10), PATIENCE).toMatchObject([{ data: 'broken' }])
        isBroken = false
        const [dead] = await two.tasks.dead(10)
        expect(await two.tasks.revive(dead?.id ?? '')).toBe(true)
        await expect.poll(() => done.includes('broken'), PATIENCE).toBe(true)
        expect(await one.tasks.dead(10)).toEqual([])
      } finally {
        await pooler.stop()
      }
    },
  )
})
