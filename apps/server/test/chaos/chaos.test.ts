import { expect, test } from 'vitest'
import { BOUNDARIES } from '../crash/boundaries.ts'
import { runChaos } from './run-chaos.ts'

const setting = (name: string, otherwise: number) => Number(process.env[name] ?? otherwise)

/**
 * `CHAOS_JOBS=10000 CHAOS_KILLS=300 CHAOS_PAUSES=100 CHAOS_STRIKE_MS=1500 CHAOS_MINUTES=120 npm test -- --project server chaos` runs it
 * long, and `CHAOS_BOUNDARY_JOBS=10000 CHAOS_STRIKE_PASSES=12` the one with a fault at every boundary.
 */
const jobs = setting('CHAOS_JOBS', 200)
const kills = setting('CHAOS_KILLS', 30)
const pauses = setting('CHAOS_PAUSES', 15)
const boundaryJobs = setting('CHAOS_BOUNDARY_JOBS', 200)
const seed = setting('CHAOS_SEED', Date.now())
const deadlineMs = setting('CHAOS_MINUTES', 20) * 60_000

const told = {
  seed,
  workers: 3,
  faultRate: 0.06,
  strikeMs: setting('CHAOS_STRIKE_MS', 400),
  strikePasses: setting('CHAOS_STRIKE_PASSES', 1),
  followUps: 0.3,
  deadlineMs,
}

test(
  'every job ends with one pull request while workers are killed and paused and the host and the model fail',
  async () => {
    const report = await runChaos({ ...told, jobs, kills, pauses, strike: 'any moment' })
    console.log(JSON.stringify({ ...report, wrong: report.wrong.slice(0, 20) }))
    expect(report.wrong).toEqual([])
    expect(report).toMatchObject({ completed: report.jobs, pullRequests: report.jobs })
    expect(report.jobs).toBeGreaterThanOrEqual(jobs)
    expect(report.kills).toBeGreaterThanOrEqual(kills)
    expect(report.pauses).toBeGreaterThanOrEqual(pauses)
  },
  deadlineMs * 1.5 + 60_000,
)

test.runIf(boundaryJobs > 0)(
  'every job ends with one pull request while workers are killed and paused at each boundary of a run',
  async () => {
    const report = await runChaos({
      ...told,
      jobs: boundaryJobs,
      kills: BOUNDARIES.length,
      pauses: BOUNDARIES.length,
      strike: BOUNDARIES,
    })
    console.log(JSON.stringify({ ...report, wrong: report.wrong.slice(0, 20) }))
    expect(report.wrong).toEqual([])
    expect(report).toMatchObject({ completed: report.jobs, pullRequests: report.jobs })
    for (const boundary of BOUNDARIES) {
      expect(report.boundaries[boundary]?.kills, boundary).toBeGreaterThan(0)
      expect(report.boundaries[boundary]?.pauses, boundary).toBeGreaterThan(0)
    }
  },
  deadlineMs * 1.5 + 60_000,
)
