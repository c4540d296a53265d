import { connect } from 'node:net'
import { CommitCutter, withPostgres } from '@docent/simulators'
import { expect, test } from 'vitest'
import { fateOf, forgetCommits } from './commit-marks.ts'
import { migrate } from './migrate.ts'
import { Postgres } from './postgres.ts'
import type { Transaction } from './transaction.ts'

const MOST_ROUNDS = 20

let schemas = 0

withPostgres('a commit that is cut', (server) => {
  const open = async (schema: string, port: number = server().port) => {
    const url = `postgres://postgres@127.0.0.1:${port}/postgres`
    const postgres = new Postgres({ url, directUrl: url, schema, connections: 3 }, { retryMs: 60_000 })
    await postgres.open()
    await migrate(postgres, 'area', [
      { version: 1, name: 'notes', worksFrom: 1, sql: 'CREATE TABLE docent.notes (text text)' },
    ])
    return postgres
  }

  const rig = async () => {
    const schema = `c${process.pid}_${++schemas}`
    const cutter = await CommitCutter.start(() => connect(server().port, '127.0.0.1'))
    const other = await open(schema)
    const postgres = await open(schema, cutter.port)
    return {
      cutter,
      other,
      postgres,
      /** Every row is a transaction that was committed. */
      write: (text: string, on: Postgres = postgres) =>
        on.transaction(async (transaction) => {
          const xid = await currentXid(transaction)
          transaction.last('INSERT INTO docent.notes VALUES ($1)', [text])
          return xid
        }),
      texts: async () =>
        (await other.query<{ text: string }>('SELECT text FROM docent.notes')).rows.map(({ text }) => text),
      async [Symbol.asyncDispose]() {
        await postgres.close()
        await other.close()
        cutter.stop()
      },
    }
  }

  const crash = () => {
    server().stop('immediate')
    server().resume()
  }

  test.each(['before', 'after'] as const)('happens once when it is cut %s the commit', async (when) => {
    await using rigged = await rig()
    rigged.cutter.cut(when)
    await rigged.write('a')
    expect(rigged.cutter.cuts).toBe(1)
    expect(await rigged.texts()).toEqual(['a'])
  })

  test('happens once when the server hears of the commit after the client was cut', async () => {
    await using rigged = await rig()
    const isAskedFor = async () => {
      const sql =
        "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%commits AS kept%' AND pid <> pg_backend_pid()"
      await expect.poll(async () => (await rigged.other.query(sql)).rows.length, { timeout: 60_000 }).toBe(1)
    }
    rigged.cutter.cut('late', isAskedFor)
    await rigged.write('a')
    expect(await rigged.texts()).toEqual(['a'])
  })

  test('happens once when the server crashes between the commit and its answer', async () => {
    await using rigged = await rig()
    rigged.cutter.cut('after', async () => {
      crash()
      await rigged.write('b', rigged.other)
    })
    await rigged.write('a')
    expect((await rigged.texts()).sort()).toEqual(['a', 'b'])
  })

  test('happens although the server crashed and gave its transaction number to another that committed', async () => {
    await using rigged = await rig()
    // What is not committed is flushed by the clock: not before the crash.
    await rigged.other.query("ALTER SYSTEM SET wal_writer_delay = '10s'")
    await rigged.other.query('SELECT pg_reload_conf()')
    let reused = 0
    let rounds = 0
    while (reused === 0 && rounds < MOST_ROUNDS) {
      rounds += 1
      const round = rounds
      let lost: bigint | undefined
      rigged.cutter.cut('before', async () => {
        crash()
        for (let n = 0; n < 5; n += 1)
          if (lost === (await rigged.write(`other ${round}.${n}`, rigged.other))) reused += 1
      })
      await rigged.postgres.transaction(async (transaction) => {
        lost ??= await currentXid(transaction)
        transaction.last('INSERT INTO docent.notes VALUES ($1)', [`mine ${round}`])
      })
    }
    expect(reused, 'no crash made PostgreSQL use a number twice').toBe(1)
    const mine = (await rigged.texts()).filter((text) => text.startsWith('mine'))
    expect(mine.sort()).toEqual(Array.from({ length: rounds }, (_, n) => `mine ${n + 1}`).sort())
  })

  test('leaves about one mark for each connection, and none of them for ever', async () => {
    await using rigged = await rig()
    const { other, write } = rigged
    await Promise.all(Array.from({ length: 200 }, (_, n) => write(`${n}`, other)))
    const count = async () =>
      (await other.query<{ n: number }>('SELECT count(*) AS n FROM docent.commits')).rows[0]?.n
    expect(await count()).toBeGreaterThan(0)
    expect(await count()).toBeLessThanOrEqual(3)
    await other.query("UPDATE docent.commits SET at = now() - interval '3 days'")
    await forgetCommits(other)
    expect(await count()).toBe(0)
    await write('after', other)
    expect(await rigged.texts()).toHaveLength(201)
  })
})

test('does not guess for a process that slept until its mark may be forgotten', async () => {
  const mark = { writer: 'w', number: 1, takenAt: Date.now() - 25 * 60 * 60 * 1_000 }
  await expect(fateOf(mark, async () => ({ rows: [{ number: 0 }] }))).rejects.toThrow('over a day ago')
})

async function currentXid(transaction: Transaction): Promise<bigint> {
  const { rows } = await transaction.query<{ xid: string }>('SELECT pg_current_xact_id()::text AS xid')
  return BigInt(rows[0]?.xid ?? 0)
}
