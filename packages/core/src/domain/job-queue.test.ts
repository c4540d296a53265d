import { describe, expect, test } from 'vitest'
import { type JobLine, NO_SHARES, nextLine } from './job-queue.ts'

const WORKERS = 8
const PROJECTS = 100

interface Arrival {
  readonly project: number
  readonly at: number
  readonly ms: number
}

interface End {
  readonly project: number
  readonly waited: number
  readonly fair: number
}

/** Numbers from 0 to 1 that are the same in each run. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

/** When each job begins if workers are given to `nextLine`, and when all the work up to it is done in fair parts. */
function simulate(arrivals: readonly Arrival[], choose: typeof nextLine): End[] {
  const coming = [...arrivals].sort((a, b) => a.at - b.at)
  const lines = Array.from({ length: PROJECTS }, () => ({ queue: [] as Arrival[], running: 0, servedAt: 0 }))
  const organizations = new Map<number, number>()
  const running: { until: number; project: number }[] = []
  const ends: End[] = []
  const fairEnd = fairEnds(coming)
  let now = 0
  while (coming.length > 0 || running.length > 0 || lines.some(({ queue }) => queue.length > 0)) {
    for (const done of running.filter(({ until }) => until <= now)) {
      running.splice(running.indexOf(done), 1)
      const line = lines[done.project]
      if (line) line.running -= 1
    }
    while (coming[0] && coming[0].at <= now) {
      const job = coming.shift()
      if (job) lines[job.project]?.queue.push(job)
    }
    while (running.length < WORKERS) {
      const stored = lines.map((line, project): JobLine & { project: number } => ({
        project,
        projectId: `p${project}`,
        organizationId: `o${project % 5}`,
        running: line.running,
        isWaiting: line.queue.length > 0,
        servedAt: line.servedAt,
        organizationServedAt: organizations.get(project % 5) ?? 0,
      }))
      const next = choose(stored, NO_SHARES, now)
      const line = next && lines[next.project]
      const job = line?.queue.shift()
      if (!job || !line) break
      line.running += 1
      line.servedAt = now
      organizations.set(job.project % 5, now)
      running.push({ until: now + job.ms, project: job.project })
      ends.push({ project: job.project, waited: now - job.at, fair: (fairEnd.get(job) ?? 0) - job.at })
      now += 0.001
    }
    const times = [...running.map(({ until }) => until), ...(coming[0] ? [coming[0].at] : [])]
    if (times.length > 0) now = Math.max(now, Math.min(...times))
  }
  return ends
}

/**
 * When each job would end if, at each moment, the workers were split into equal parts for the organizations that have work,
 * and these into equal parts for their projects, each of which gives its part to its oldest job.
 */
function fairEnds(arrivals: readonly Arrival[]): Map<Arrival, number> {
  const left = arrivals.map((job) => ({ job, work: job.ms }))
  const ends = new Map<Arrival, number>()
  let now = 0
  while (left.length > 0) {
    const heads = new Map<number, (typeof left)[number]>()
    for (const each of left)
      if (each.job.at <= now && !heads.has(each.job.project)) heads.set(each.job.project, each)
    const nextArrival = Math.min(
      ...left.filter(({ job }) => job.at > now).map(({ job }) => job.at),
      Number.POSITIVE_INFINITY,
    )
    const organizations = Map.groupBy(heads.values(), ({ job }) => job.project % 5)
    const rates = new Map<(typeof left)[number], number>()
    for (const members of organizations.values())
      for (const each of members) rates.set(each, WORKERS / organizations.size / members.length)
    const step = Math.min(
      nextArrival - now,
      ...[...rates].map(([{ work }, rate]) => work / rate),
      Number.POSITIVE_INFINITY,
    )
    now += step
    for (const [each, rate] of rates) {
      each.work -= step * rate
      if (each.work > 1e-6) continue
      ends.set(each.job, now)
      left.splice(left.indexOf(each), 1)
    }
  }
  return ends
}

/** The most that a project waited, as a multiple of its fair time: all of its jobs together. */
function worstRatio(arrivals: readonly Arrival[], choose: typeof nextLine = nextLine): number {
  const projects = Map.groupBy(simulate(arrivals, choose), ({ project }) => project)
  const sum = (times: readonly number[]) => times.reduce((all, time) => all + time, 0)
  return Math.max(
    ...[...projects.values()].map(
      (ends) => sum(ends.map(({ waited }) => waited)) / sum(ends.map(({ fair }) => fair)),
    ),
  )
}

/** The opposite: who has the most workers gets more. */
const mostRunning: typeof nextLine = (lines) =>
  lines.filter(({ isWaiting }) => isWaiting).toSorted((a, b) => b.running - a.running)[0]

describe('nextLine', () => {
  test.each([1, 2, 3])('no project waits more than twice its fair time, with bursts, %i', (seed) => {
    const random = numbers(seed)
    const arrivals: Arrival[] = []
    for (let project = 0; project < PROJECTS; project += 1) {
      for (let burst = 0; burst < 2; burst += 1) {
        const at = Math.floor(random() * 2_000)
        const size = random() < 0.1 ? 40 : 3
        for (let n = 0; n < size; n += 1) arrivals.push({ project, at, ms: 50 + Math.floor(random() * 50) })
      }
    }
    expect(worstRatio(arrivals)).toBeLessThan(2)
    expect(worstRatio(arrivals, mostRunning)).toBeGreaterThan(2)
  })

  test('many jobs of one project don’t hold up those of others', () => {
    const many = Array.from({ length: 2_000 }, (): Arrival => ({ project: 0, at: 0, ms: 100 }))
    const few = Array.from({ length: 50 }, (_, n): Arrival => ({ project: 1 + (n % 10), at: 500, ms: 100 }))
    expect(worstRatio([...many, ...few])).toBeLessThan(2)
  })
})
