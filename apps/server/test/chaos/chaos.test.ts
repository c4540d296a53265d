import { expect, test } from 'vitest'
import { runChaos } from './run-chaos.ts'

const setting = (name: string, otherwise: number) => Number(process.env[name] ?? otherwise)

/** `CHAOS_JOBS=10000 CHAOS_KILLS=300 CHAOS_PAUSES=100 CHAOS_MINUTES=120 npm test -- --project server chaos` runs it long. */
const inCi = process.env.CI === 'true'
const jobs = setting('CHAOS_JOBS', inCi ? 200 : 40)
const kills = setting('CHAOS_KILLS', inCi ? 40 : 8)
const pauses = setting('CHAOS_PAUSES', inCi ? 12 : 3)
const deadlineMs = setting('CHAOS_MINUTES', 3) * 60_000

test(
  'every job ends with one pull request while workers are killed and paused and the host and the model fail',
  async () => {
    const report = await runChaos({
      jobs,
      workers: 3,
      kills,
      pauses,
      faultRate: 0.06,
      followUps: 0.3,
      seed: setting('CHAOS_SEED', Date.now()),
      deadlineMs,
    })
    console.log(JSON.stringify({ ...report, wrong: report.wrong.slice(0, 20) }))
    expect(report.wrong).toEqual([])
    expect(report).toMatchObject({ completed: report.jobs, pullRequests: report.jobs })
    expect(report.jobs).toBeGreaterThanOrEqual(jobs)
    expect(report.kills).toBeGreaterThanOrEqual(kills)
    expect(report.pauses).toBeGreaterThanOrEqual(pauses)
  },
  deadlineMs + 60_000,
)
