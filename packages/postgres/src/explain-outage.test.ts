import { createServer } from 'node:net'
import { withPostgres } from '@docent/simulators'
import { expect, test } from 'vitest'
import { migrate } from './migrate.ts'
import { Postgres } from './postgres.ts'
import { readSettings } from './read-settings.ts'

const options = { schema: 'docent', connections: 2 }
const open = (url: string) =>
  new Postgres(readSettings({ url, ...options }, {}), { retryMs: 0 }).open().then(
    () => 'opened',
    (error: Error) => error.message,
  )

async function listening(): Promise<{ port: number; close(): void }> {
  const server = createServer(() => undefined).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return { port: (server.address() as { port: number }).port, close: () => server.close() }
}

test('a server that is not there is told by its address, without the password', async () => {
  const { port, close } = await listening()
  close()
  expect(await open(`postgres://docent:hidden@127.0.0.1:${port}/handbook`)).toBe(
    `PostgreSQL at 127.0.0.1:${port} (database handbook) refuses connections. Start it, or correct the host and port in DATABASE_URL.`,
  )
  expect(await open('postgres://docent:hidden@db.invalid/handbook')).toMatch(
    /^PostgreSQL at db\.invalid \(database handbook\) cannot be found\. Correct the host name/,
  )
})

test('a server that is silent is told apart from one that is away', async () => {
  const silent = await listening()
  expect(await open(`postgres://docent@127.0.0.1:${silent.port}/handbook`)).toMatch(
    /does not respond\. It hangs or is too busy, or a firewall/,
  )
  silent.close()
}, 60_000)

test.each(['mysql://docent:hidden@db/docent', 'db.internal', 'postgres:docent'])(
  '%s is no address',
  (address) => {
    expect(() => readSettings(options, { DATABASE_URL: address })).toThrow(
      /^DATABASE_URL is not a PostgreSQL address\. Write it as postgres:\/\/user:password@host:5432\/database\.$/,
    )
  },
)

withPostgres('a server', (server) => {
  test('without TLS says so to a client that wants it', async () => {
    expect(await open(`${server().url}?sslmode=verify-full`)).toMatch(
      /^PostgreSQL at 127\.0\.0\.1:\d+ \(database postgres\) does not accept TLS\. Set ssl = on there/,
    )
  })

  test('that refuses a user or a database names both, and what to change', async () => {
    const { url } = server()
    const postgres = new Postgres(readSettings({ url, ...options }, {}), { retryMs: 0 })
    await postgres.open()
    await postgres.query('CREATE ROLE narrow LOGIN')
    await postgres.close()
    const { host } = new URL(url)
    expect(await open(`postgres://postgres@${host}/handbok`)).toBe(
      `PostgreSQL at ${host} (database handbok) does not have this database. Create it, or correct its name in DATABASE_URL.`,
    )
    expect(await open(`postgres://nob%20ody:hidden@${host}/postgres`)).toBe(
      `PostgreSQL at ${host} (database postgres) refuses the user "nob ody": role "nob ody" does not exist. Create this user there, or correct the user in DATABASE_URL.`,
    )
    const narrow = new Postgres(
      readSettings({ url: `postgres://narrow@${host}/postgres`, ...options, schema: 'elsewhere' }, {}),
    )
    await narrow.open()
    await expect(migrate(narrow, 'tests', [])).rejects.toMatchObject({
      code: 'configuration',
      message: `PostgreSQL at ${host} (database postgres) does not allow this to the user "narrow": permission denied for database postgres. Make this user the owner of the database, or grant it CREATE on the database.`,
    })
    await narrow.close()
  })

  test('that takes no writes, or has no connection left, is not told as away', async () => {
    const { url } = server()
    const postgres = new Postgres(readSettings({ url, ...options }, {}), { retryMs: 0 })
    await postgres.open()
    const sentence = (work: () => Promise<unknown>) => work().catch((error: Error) => error.message)
    await postgres.query('CREATE TABLE outage (id int)')
    expect(
      await sentence(() =>
        postgres.transaction(
          async ({ query }) => {
            await query('SET TRANSACTION READ ONLY')
            await query('INSERT INTO outage VALUES (1)')
          },
          { isRepeatable: true },
        ),
      ),
    ).toBe(
      'The database accepts no writes, because PostgreSQL is read-only or a standby. Connect to the primary.',
    )
    await postgres.query('CREATE ROLE few LOGIN CONNECTION LIMIT 0')
    expect(await open(url.replace('postgres@', 'few@'))).toBe(
      'The database has no connection left. Raise max_connections in PostgreSQL, or lower the option connections.',
    )
    await postgres.query('DROP ROLE few')
    await postgres.close()
  })

  test('that ends is unhealthy with its address', async () => {
    const { url } = server()
    const postgres = new Postgres(readSettings({ url, ...options }, {}), { retryMs: 0 })
    await postgres.open()
    expect(await postgres.health()).toEqual({ ok: true })
    server().stop()
    expect((await postgres.health()).message).toMatch(/closed the connection|refuses connections/)
    expect((await postgres.health()).message).toMatch(/^PostgreSQL at .* refuses connections/)
    server().resume()
    await postgres.close()
  })
})
