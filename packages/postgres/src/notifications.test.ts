import { connect } from 'node:net'
import { CommitCutter, withPostgres } from '@docent/simulators'
import { expect, test } from 'vitest'
import { Listener } from './listener.ts'
import { migrate } from './migrate.ts'
import { Postgres } from './postgres.ts'

let schemas = 0

withPostgres('a notification of a commit', (server) => {
  const rig = async () => {
    const schema = `n${process.pid}_${++schemas}`
    const open = async (port: number) => {
      const url = `postgres://postgres@127.0.0.1:${port}/postgres`
      const postgres = new Postgres({ url, directUrl: url, schema, connections: 3 }, { retryMs: 60_000 })
      await postgres.open()
      await migrate(postgres, 'area', [
        { version: 1, name: 'notes', worksFrom: 1, sql: 'CREATE TABLE docent.notes (text text)' },
      ])
      return postgres
    }
    const cutter = await CommitCutter.start(() => connect(server().port, '127.0.0.1'))
    const other = await open(server().port)
    const postgres = await open(cutter.port)
    /** What each notification found committed. */
    const heard: { payload: string; texts: Promise<string[]> }[] = []
    const texts = async () =>
      (await other.query<{ text: string }>('SELECT text FROM docent.notes ORDER BY text')).rows.map(
        (row) => row.text,
      )
    const listener = new Listener(other, 'notes', {
      onMessage: (payload) => void heard.push({ payload, texts: texts() }),
      onGap: () => undefined,
    })
    listener.start()
    await expect.poll(() => listener.isHearing, { timeout: 60_000 }).toBe(true)
    const { channel } = listener
    return {
      cutter,
      postgres,
      heard,
      notificationOf: (payload: string) => ({ channel, payloads: [payload] }),
      async [Symbol.asyncDispose]() {
        await listener.stop()
        await postgres.close()
        await other.close()
        cutter.stop()
      },
    }
  }
  type Rig = Awaited<ReturnType<typeof rig>>

  const write = ({ postgres, notificationOf }: Rig, text: string) =>
    postgres.transaction(async (transaction) => {
      transaction.notify(notificationOf(text))
      transaction.last('INSERT INTO docent.notes VALUES ($1)', [text])
    })
  const heardOf = async ({ heard }: Rig, text: string) => {
    await expect.poll(() => heard.some(({ payload }) => payload === text), { timeout: 60_000 }).toBe(true)
  }

  test('is heard when the transaction is committed, which itself notifies nobody', async () => {
    await using rigged = await rig()
    const { postgres, notificationOf, heard } = rigged
    await postgres.transaction(async (transaction) => {
      transaction.notify(notificationOf('a'))
      await transaction.query('INSERT INTO docent.notes VALUES ($1)', ['a'])
      // Would be heard in its turn, had the other one been sent by now.
      await postgres.query('SELECT pg_notify($1, $2)', [notificationOf('').channel, 'between'])
      await heardOf(rigged, 'between')
      expect(heard.map(({ payload }) => payload)).toEqual(['between'])
    })
    await heardOf(rigged, 'a')
    expect(await heard.at(-1)?.texts).toEqual(['a'])
  })

  test('is heard of a statement that is a transaction of its own', async () => {
    await using rigged = await rig()
    const { postgres, notificationOf, heard } = rigged
    const notification = notificationOf('a')
    await postgres.query('INSERT INTO docent.notes VALUES ($1)', ['a'], { notification })
    await heardOf(rigged, 'a')
    expect(await heard[0]?.texts).toEqual(['a'])
  })

  test('is not sent of work that throws', async () => {
    await using rigged = await rig()
    const { postgres, notificationOf, heard } = rigged
    const failed = postgres.transaction(async (transaction) => {
      transaction.notify(notificationOf('a'))
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    await write(rigged, 'b')
    await heardOf(rigged, 'b')
    expect(heard.map(({ payload }) => payload)).toEqual(['b'])
  })

  test.each(['before', 'after'] as const)(
    'is heard when the connection is cut %s the commit',
    async (when) => {
      await using rigged = await rig()
      rigged.cutter.cut(when)
      await write(rigged, 'a')
      expect(rigged.cutter.cuts).toBe(1)
      await expect
        .poll(async () => (await Promise.all(rigged.heard.map(({ texts }) => texts))).flat(), {
          timeout: 60_000,
        })
        .toContain('a')
    },
  )
})
