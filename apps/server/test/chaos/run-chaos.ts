import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Job, type Project, projectId } from '@docent/core/plugin'
import { createLocalRepository } from '@docent/git-local'
import { agentRig, type RigStores, rigProject } from '../crash/agent-rig.ts'
import type { Boundary } from '../crash/boundaries.ts'
import { auditJobs } from './audit-jobs.ts'
import { carryOnTimes } from './carried-on.ts'
import { checkEventLogs } from './check-event-logs.ts'
import { type BoundaryFaults, WorkerHerd } from './worker-herd.ts'

export interface ChaosOptions {
  jobs: number
  workers: number
  /** Kills (SIGKILL) and pauses (SIGSTOP longer than the lease) that must have happened before the end. */
  kills: number
  pauses: number
  /** Where workers are struck: at any moment, or each at the boundary that it was given, one after another. */
  strike: 'any moment' | readonly Boundary[]
  /** Mean time between two strikes at any moment. */
  strikeMs: number
  /** How often a worker passes its boundary before it is struck there. */
  strikePasses: number
  /** Chance of a fault in each call of the host or the model. */
  faultRate: number
  /** Share of jobs that get a follow-up at a random moment. */
  followUps: number
  seed: number
  /** Longest time in all: it only ends what would go on for ever, for a busy machine takes many times as long. */
  deadlineMs: number
  /** In place of one SQLite file. */
  database?: ChaosDatabase
}

/** A database that fails too. */
export interface ChaosDatabase {
  /** Stores of one more server, with connections of its own. */
  open(): Promise<RigStores>
  /** More of the environment of the n-th worker. */
  env(n: number): Record<string, string>
  /** Does it some harm that it survives. */
  strike(): void
  /** How often it was harmed, and how. */
  strikes(): Readonly<Record<string, number>>
  /** Share of strikes that hit it and not a worker. */
  share: number
  /** Strikes that it must have had before the end. */
  least: number
}

export interface ChaosReport {
  /** Those that were asked for, and more when the kills and pauses were not reached with them. */
  jobs: number
  completed: number
  /** Jobs that did not end as completed, with what they say. */
  wrong: string[]
  pullRequests: number
  kills: number
  pauses: number
  followUps: number
  modelCalls: number
  recordedSteps: number
  /** How often each was struck, of those to strike at. */
  boundaries: BoundaryFaults
  /** What hit the database. */
  database: Readonly<Record<string, number>>
  /** How soon jobs of killed workers went on, ms. The lease is 3,000. */
  carriedOn: ReturnType<typeof carryOnTimes>
  ms: number
}

/** Long enough for a machine that works on other things, and short enough that much is carried on. */
const LEASE_MS = 3000

/** A repository of its own for so many jobs, as on a server with several projects. */
const JOBS_A_REPOSITORY = 500

/**
 * Model calls between two strikes, at least: on a slow machine strikes by the clock alone would leave no run any
 * progress. A job has two calls and more, and the strikes of a long run are spread over all of it: a process that starts
 * takes more of the machine than a job.
 */
const CALLS_A_STRIKE = 5
const callsAStrike = ({ jobs, kills, pauses, database }: ChaosOptions) =>
  Math.max(CALLS_A_STRIKE, Math.floor((2 * jobs) / (kills + pauses + (database?.least ?? 0))))

/** Longest time without a model call: the jobs are stuck then. */
const STUCK_MS = 180_000

/** Between two lines about a long run. */
const PROGRESS_MS = 15_000

/** Lets workers run jobs while they are killed and paused, and then counts what came of it. */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const directory = mkdtempSync(join(tmpdir(), 'docent-chaos-'))
  const herd = new WorkerHerd({
    directory,
    leaseMs: LEASE_MS,
    faultRate: options.faultRate,
    seed: options.seed,
    strike: options.strike,
    strikePasses: options.strikePasses,
    ...(options.database && { env: options.database.env }),
  })
  const { database } = options
  try {
    const stores = await database?.open()
    const rig = agentRig({ directory, script: [], ...(stores && { stores }) })
    /** Jobs and follow-ups come in by both. */
    const other = database ? agentRig({ directory, script: [], stores: await database.open() }) : rig
    const either = (n: number) => (n % 2 ? rig : other)
    const projects: Project[] = []
    const began = Date.now()
    const jobs: Job[] = []
    const waiting: number[] = []
    const projectOf = async (n: number) => {
      const at = Math.floor(n / JOBS_A_REPOSITORY)
      projects[at] ??= await addProject(rig, directory, at)
      return projects[at]
    }
    const addJob = async (n: number) => {
      const project = await projectOf(n)
      const messages = [{ role: 'user' as const, content: `Write the page of JOB-${n}` }]
      jobs[n] = await either(n).create.create({ project, apiVersion: 'v2', messages })
      if (Math.random() < options.followUps) waiting.push(n)
    }
    const addJobs = async (count: number) => {
      const end = jobs.length + count
      // One after another: two callers would each make the repository.
      for (let n = jobs.length; n < end; n++) await projectOf(n)
      for (let n = jobs.length; n < end; n = jobs.length) {
        const many = Math.min(100, end - n)
        await Promise.all(Array.from({ length: many }, (_, at) => addJob(n + at)))
      }
    }
    await addJobs(options.jobs)
    herd.start(options.workers)

    let followUps = 0
    const isOver = async () => {
      if (waiting.length > 0) return false
      for (const { id } of projects) {
        const { jobs: active } = await rig.jobs.list({ projectId: id, status: 'active', limit: 1 })
        if (active.length > 0) return false
      }
      return true
    }
    let nextStrike = Date.now()
    let struckAtCall = 0
    let latest = { calls: 0, at: Date.now() }
    const databaseStrikes: number[] = []
    let nextNote = began + PROGRESS_MS
    const noteProgress = async () => {
      nextNote = Date.now() + PROGRESS_MS
      const { waiting, running, postponed } = await rig.jobs.queue()
      const ended = jobs.length - waiting - running - postponed
      const { kills, pauses } = herd.counts()
      const seconds = Math.round((Date.now() - began) / 1_000)
      console.log(`${seconds} s: ${ended} of ${jobs.length} jobs ended, ${kills} kills, ${pauses} pauses`)
    }
    while (Date.now() - began < options.deadlineMs && Date.now() - latest.at < STUCK_MS) {
      const { kills, pauses } = herd.counts()
      if (await isOver()) {
        const harmed = Object.values(database?.strikes() ?? {}).reduce((sum, count) => sum + count, 0)
        const isStruck =
          kills >= options.kills && pauses >= options.pauses && harmed >= (database?.least ?? 0)
        if (isStruck && herd.struckEverywhere()) break
        // Every kill and every pause must meet work.
        await addJobs(10)
      }
      await new Promise((resolve) => setTimeout(resolve, 50 + Math.random() * 200))
      const calls = lines(herd.calls).length
      if (calls > latest.calls) latest = { calls, at: Date.now() }
      const isDue = Date.now() >= nextStrike && calls >= struckAtCall + callsAStrike(options)
      if (options.strike === 'any moment' && isDue) {
        if (database && Math.random() < database.share) {
          databaseStrikes.push(Date.now())
          database.strike()
        } else herd.strike()
        struckAtCall = calls
        nextStrike = Date.now() + options.strikeMs * 2 * Math.random()
      }
      if (Date.now() >= nextNote) await noteProgress()
      for (const n of waiting.splice(0, 1 + Math.floor(Math.random() * 3))) {
        const job = jobs[n]
        if (!job) throw new Error(`There is no job ${n}`)
        await either(n).send.send({ project: await projectOf(n), id: job.id, prompt: `And write ALSO-${n}` })
        followUps++
      }
    }
    herd.stop()
    const audit = await auditJobs(rig.jobs, jobs)
    audit.wrong.push(...(await checkEventLogs(rig.jobs, jobs)))
    if (audit.wrong.length > 0) audit.wrong.push(lastLines(herd.notes))
    await rig.close()
    if (other !== rig) await other.close()
    return {
      jobs: jobs.length,
      ...audit,
      ...herd.counts(),
      database: database?.strikes() ?? {},
      followUps,
      modelCalls: lines(herd.calls).length,
      carriedOn: carryOnTimes(herd.holdings.carriedOn, databaseStrikes),
      ms: Date.now() - began,
    }
  } finally {
    herd.stop()
    rmSync(directory, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function addProject(rig: ReturnType<typeof agentRig>, directory: string, at: number): Promise<Project> {
  const pages = join(directory, 'pages')
  mkdirSync(pages, { recursive: true })
  writeFileSync(join(pages, 'index.md'), '# Home\n')
  const path = join(directory, `docs-${at}.git`)
  await createLocalRepository({
    path,
    from: pages,
    message: 'Begin',
    author: { name: 'A', email: 'a@example.com' },
    date: 1e12,
  })
  const project = {
    ...rigProject(pathToFileURL(path).href),
    id: projectId(`docs-${at}`),
    domain: `docs-${at}`,
  }
  await rig.projects.putOrganization({ id: project.organizationId, name: 'Default', limits: {} })
  await rig.projects.put(project)
  return project
}

const lines = (file: string) => readFileSync(file, 'utf8').split('\n').filter(Boolean)
const lastLines = (file: string) => lines(file).slice(-30).join('\n')
