import { ManualClock, MemoryGitHost, MemoryJobStore, MemoryProjectStore } from '@docent/testing'
import { beforeEach, expect, test } from 'vitest'
import { DEFAULT_ORGANIZATION, jobId, projectId } from '../domain/ids.ts'
import type { Job } from '../domain/job.ts'
import { applyTransition, beginJob } from '../domain/job-state.ts'
import { DocentError } from '../errors/docent-error.ts'
import type { PullRequest } from '../ports/git-host.ts'
import { GitHosts } from '../projects/git-hosts.ts'
import { ProjectConfig, toProject } from '../projects/project-config.ts'
import { LookUpPullRequests } from './look-up-pull-requests.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NOW = 100 * DAY
const repository = 'file:///srv/git/docs.git'

/** Answers from a table instead of a repository. */
class TableHost extends MemoryGitHost {
  readonly asked: number[] = []
  readonly pullsByNumber = new Map<number, Pick<PullRequest, 'state' | 'ended'>>()
  failure: Error | undefined

  override async pullRequest(_repository: string, number: number): Promise<PullRequest | undefined> {
    this.asked.push(number)
    if (this.failure) throw this.failure
    const found = this.pullsByNumber.get(number)
    const pull = { url: '', draft: false, title: '', body: '', branch: '', base: '', headCommit: '' }
    return found && { number, createdAt: 0, ...pull, ...found }
  }
}

let host: TableHost
let jobs: MemoryJobStore
let clock: ManualClock
let lookUp: LookUpPullRequests
const warnings: string[] = []

beforeEach(async () => {
  host = new TableHost()
  jobs = new MemoryJobStore()
  clock = new ManualClock(NOW)
  warnings.length = 0
  const projects = new MemoryProjectStore()
  await projects.putOrganization({ id: DEFAULT_ORGANIZATION, name: 'Default', limits: {} })
  await projects.put(toProject(ProjectConfig.parse({ id: 'docs', repository }), 'config', 0))
  await projects.put(
    toProject(ProjectConfig.parse({ id: 'site', source: { url: 'https://a.example' } }), 'config', 0),
  )
  const logger = {
    debug() {},
    info() {},
    warn: (_: object, text: string) => void warnings.push(text),
    error() {},
  }
  lookUp = new LookUpPullRequests(jobs, projects, new GitHosts([host]), clock, logger)
})

/** A completed job with a pull request of that number. */
async function add(number: number, { project = 'docs', at = NOW - DAY } = {}): Promise<void> {
  const begun = beginJob(
    {
      id: jobId(`job-${number}-${project}`),
      organizationId: DEFAULT_ORGANIZATION,
      projectId: projectId(project),
      apiVersion: 'v2',
      source: { repository, ref: `docent/${number}` },
      model: 'scripted:a',
      title: 'Fix it',
      asDraft: false,
      userId: null,
      createdAt: at,
    },
    [],
  )
  const pullRequest = {
    number,
    url: `https://git.example/${number}`,
    branch: `docent/${number}`,
    draft: false,
  }
  const done = applyTransition(begun.job, { type: 'complete', at, pullRequest, messageToUser: 'Done' })
  await jobs.create({ ...begun, job: done.job, events: [...begun.events, ...done.events] })
}

const jobOf = async (number: number) => (await jobs.get(jobId(`job-${number}-docs`))) as Job

test('records what the host says, with its time and name, and asks of what is merged or closed no more', async () => {
  for (const number of [1, 2, 3, 4]) await add(number)
  host.pullsByNumber.set(1, { state: 'merged', ended: { at: NOW - HOUR, by: 'writer' } })
  host.pullsByNumber.set(2, { state: 'closed' })
  host.pullsByNumber.set(3, { state: 'open' })
  expect(await lookUp.lookUp()).toEqual({ asked: 4, changed: 2 })
  expect((await jobOf(1)).pullRequest).toMatchObject({ mergedAt: NOW - HOUR, mergedBy: 'writer' })
  expect((await jobOf(2)).pullRequest).toMatchObject({ closedAt: NOW })
  expect((await jobOf(3)).pullRequest?.mergedAt).toBeUndefined()
  host.asked.length = 0
  expect(await lookUp.lookUp()).toEqual({ asked: 2, changed: 0 })
  expect(host.asked.toSorted()).toEqual([3, 4])
})

test('asks fifty times an hour, and has asked of each after a few hours', async () => {
  for (let number = 1; number <= 120; number++) await add(number)
  for (let number = 1; number <= 120; number++) host.pullsByNumber.set(number, { state: 'open' })
  const rounds: number[] = []
  for (let round = 0; round < 3; round++) {
    rounds.push((await lookUp.lookUp()).asked)
    clock.advance(HOUR)
  }
  expect(rounds).toEqual([50, 50, 50])
  expect(new Set(host.asked).size).toBe(120)
})

test('asks once of a pull request that two jobs share, and records it in both', async () => {
  await add(1)
  const second = await jobOf(1)
  await jobs.create({
    job: { ...second, id: jobId('second'), createdAt: NOW - 2 * DAY },
    messages: [],
    events: [],
  })
  host.pullsByNumber.set(1, { state: 'merged' })
  expect(await lookUp.lookUp()).toEqual({ asked: 1, changed: 2 })
  expect((await jobs.get(jobId('second')))?.mergedAt).toBe(NOW)
})

test('leaves alone what nobody touched for a month, and projects without a git host', async () => {
  await add(1, { at: NOW - 31 * DAY })
  await add(2, { project: 'site' })
  expect(await lookUp.lookUp()).toEqual({ asked: 0, changed: 0 })
})

test('asks a host that fails once, and goes on in the next hour', async () => {
  for (const number of [1, 2, 3]) await add(number)
  host.failure = new DocentError('rate_limited', 'Too many requests.')
  expect(await lookUp.lookUp()).toEqual({ asked: 0, changed: 0 })
  expect(host.asked).toHaveLength(1)
  expect(warnings).toEqual(['a pull request could not be looked at'])
  host.failure = undefined
  for (const number of [1, 2, 3]) host.pullsByNumber.set(number, { state: 'merged' })
  clock.advance(HOUR)
  expect(await lookUp.lookUp()).toEqual({ asked: 3, changed: 3 })
})

test('stops when it is told to', async () => {
  for (const number of [1, 2, 3]) await add(number)
  const stop = new AbortController()
  host.failure = new DocentError('timeout', 'Stopped.')
  const asked = host.pullRequest.bind(host)
  host.pullRequest = (...args) => {
    stop.abort(new Error('shutting down'))
    return asked(...args)
  }
  await expect(lookUp.lookUp({ signal: stop.signal })).rejects.toThrow('shutting down')
})
