import { connect } from 'node:net'
import { Postgres } from '@docent/postgres'
import { CommitCutter, type PostgresServer } from '@docent/simulators'
import { openPostgresStores } from '../crash/postgres-stores.ts'
import type { ChaosDatabase } from './run-chaos.ts'

/** How far the clock of one worker is off. */
const SKEW_MS = 300_000

/**
 * PostgreSQL under fire: restarts, crashes, terminated connections, and connections cut in the middle of a commit. One
 * worker in four has a clock that is five minutes fast, and another one that is as much slow.
 */
export async function struckPostgres(
  server: PostgresServer,
  { share, least }: Pick<ChaosDatabase, 'share' | 'least'>,
): Promise<ChaosDatabase & { close(): Promise<void> }> {
  const cutter = await CommitCutter.start(() => connect(server.port, '127.0.0.1'))
  const cutUrl = `postgres://postgres@127.0.0.1:${cutter.port}/postgres`
  const killer = new Postgres({ url: server.url, directUrl: server.url, schema: 'docent', connections: 2 })
  await killer.open()
  const counts = { restarts: 0, crashes: 0, terminations: 0, cutBefore: 0, cutAfter: 0 }
  const harms: readonly (() => void)[] = [
    () => {
      counts.restarts += 1
      server.stop('fast')
      server.resume()
    },
    () => {
      counts.crashes += 1
      server.stop('immediate')
      server.resume()
    },
    () => {
      counts.terminations += 1
      const everyOther = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name LIKE 'docent%' AND pid <> pg_backend_pid() AND random() < 0.5`
      // It waits for a database that restarts; a failure would end the run.
      void killer.query(everyOther)
    },
    () => {
      counts.cutBefore += 1
      cutter.cut('before')
    },
    () => {
      counts.cutAfter += 1
      cutter.cut('after')
    },
  ]
  return {
    share,
    least,
    open: () => openPostgresStores(server.url),
    env: (n) => ({
      RIG_DATABASE: cutUrl,
      RIG_DATABASE_DIRECT: server.url,
      RIG_CLOCK_MS: String(n % 4 === 1 ? SKEW_MS : n % 4 === 3 ? -SKEW_MS : 0),
    }),
    // Restarts are the rarest: all stand still meanwhile.
    strike: () => harms[Math.floor(Math.sqrt(Math.random()) * harms.length)]?.(),
    strikes: () => counts,
    async close() {
      cutter.stop()
      await killer.close()
    },
  }
}
