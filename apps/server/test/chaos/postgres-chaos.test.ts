import { withPostgres } from '@docent/simulators'
import { expect, test } from 'vitest'
import { runChaos } from './run-chaos.ts'
import { struckPostgres } from './struck-postgres.ts'

const setting = (name: string, otherwise: number) => Number(process.env[name] ?? otherwise)

/**
 * `CHAOS_JOBS=3000 CHAOS_KILLS=150 CHAOS_PAUSES=50 CHAOS_DATABASE=60 CHAOS_STRIKE_MS=1500 CHAOS_MINUTES=90
 * npm test -- --project server postgres-chaos` runs it long.
 */
const jobs = setting('CHAOS_JOBS', 60)
const kills = setting('CHAOS_KILLS', 3)
const pauses = setting('CHAOS_PAUSES', 1)
const least = setting('CHAOS_DATABASE', 3)
const deadlineMs = setting('CHAOS_MINUTES', 20) * 60_000

withPostgres('two servers and four workers on one PostgreSQL', (server) => {
  test(
    'lose nothing and do nothing twice while workers are killed and paused, clocks are off, and the database fails',
    async () => {
      const database = await struckPostgres(server(), { share: 0.3, least })
      const report = await runChaos({
        seed: setting('CHAOS_SEED', Date.now()),
        workers: 4,
        faultRate: 0.06,
        strikeMs: setting('CHAOS_STRIKE_MS', 400),
        strikePasses: 3,
        followUps: 0.3,
        deadlineMs,
        jobs,
        kills,
        pauses,
        strike: 'any moment',
        database,
      })
      await database.close()
      console.log(JSON.stringify({ ...report, wrong: report.wrong.slice(0, 20) }))
      expect(report.wrong).toEqual([])
      expect(report).toMatchObject({ completed: report.jobs, pullRequests: report.jobs })
      expect(report.kills).toBeGreaterThanOrEqual(kills)
      expect(report.pauses).toBeGreaterThanOrEqual(pauses)
    },
    deadlineMs * 1.5 + 60_000,
  )
})
