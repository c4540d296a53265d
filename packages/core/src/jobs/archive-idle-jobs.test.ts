import { ManualClock, MemoryGitHost, MemoryJobStore, MemoryProjectStore } from '@docent/testing'
import { beforeEach, expect, test } from 'vitest'
import { DEFAULT_ORGANIZATION, jobId, projectId } from '../domain/ids.ts'
import { applyTransition, beginJob } from '../domain/job-state.ts'
import type { PullRequest } from '../ports/git-host.ts'
import { GitHosts } from '../projects/git-hosts.ts'
import { ProjectConfig, toProject } from '../projects/project-config.ts'
import { ArchiveIdleJobs } from './archive-idle-jobs.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NOW = 100 * DAY
const repository = 'file:///srv/git/docs.git'

/** Every pull request is open. */
class OpenHost extends MemoryGitHost {
  readonly asked: number[] = []

  override async pullRequest(_repository: string, number: number): Promise<PullRequest> {
    this.asked.push(number)
    const pull = { url: '', draft: false, title: '', body: '', branch: '', base: '', headCommit: '' }
    return { number, createdAt: 0, state: 'open', ...pull }
  }
}

let host: OpenHost
let jobs: MemoryJobStore
let clock: ManualClock
let idle: ArchiveIdleJobs

beforeEach(async () => {
  host = new OpenHost()
  jobs = new MemoryJobStore()
  clock = new ManualClock(NOW)
  const projects = new MemoryProjectStore()
  await projects.putOrganization({ id: DEFAULT_ORGANIZATION, name: 'Default', limits: {} })
  await projects.put(toProject(ProjectConfig.parse({ id: 'docs', repository }), 'config', 0))
  const logger = { debug() {}, info() {}, warn() {}, error() {} }
  const settings = { agent: { archiveAfterDays: 30, keepStepsDays: 30, keepEventsDays: 90 } } as never
  idle = new ArchiveIdleJobs(jobs, projects, new GitHosts([host]), settings, clock, logger)
})

/** A completed job, idle since that time. */
async function add(number: number, { at, pull }: { at: number; pull: boolean }): Promise<void> {
  const begun = beginJob(
    {
      id: jobId(`job-${number}`),
      organizationId: DEFAULT_ORGANIZATION,
      projectId: projectId('docs'),
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
  const url = `https://git.example/${number}`
  const pullRequest = pull ? { number, url, branch: `docent/${number}`, draft: false } : null
  const done = applyTransition(begun.job, { type: 'complete', at, messageToUser: 'Done', pullRequest })
  await jobs.create({ ...begun, job: done.job, events: [...begun.events, ...done.events] })
}

test('comes to every idle job in time, however many before it keep an open pull request', async () => {
  for (let number = 1; number <= 120; number++) await add(number, { at: NOW - 60 * DAY + number, pull: true })
  await add(121, { at: NOW - 40 * DAY, pull: false })
  await add(122, { at: NOW - DAY, pull: false })
  for (let round = 0; round < 3; round++) {
    host.asked.length = 0
    await idle.archive()
    expect(host.asked.length).toBeLessThanOrEqual(50)
    clock.advance(HOUR)
  }
  expect((await jobs.get(jobId('job-121')))?.archivedAt).not.toBeNull()
  expect((await jobs.get(jobId('job-1')))?.archivedAt).toBeNull()
  expect((await jobs.get(jobId('job-122')))?.archivedAt).toBeNull()
})

test('asks no host of a pull request that was merged', async () => {
  await add(1, { at: NOW - 60 * DAY, pull: true })
  const merged = { type: 'pull-request', number: 1, state: 'merged', at: NOW - 60 * DAY } as const
  await jobs.update(jobId('job-1'), (job) => applyTransition(job, merged))
  expect(await idle.archive()).toEqual({ archived: 1 })
  expect(host.asked).toEqual([])
})
