import { join } from 'node:path'
import { CreateJob, GitHosts, RequestLimits, SendMessage, WATCH_QUEUE } from '@docent/core'
import {
  BackgroundTasks,
  type BackgroundWork,
  Clock,
  type Docent,
  Ids,
  JobStore,
  Logger,
  NamedLeases,
  ProjectNotes,
  ProjectStore,
  projectId,
} from '@docent/core/plugin'
import { z } from 'zod'
import { RunSchedules } from '../automations/run-schedules.ts'
import { automationsOf } from '../automations/trigger-automation.ts'
import { FollowCode } from './follow-code.ts'
import { HandOver } from './hand-over.ts'
import { SettleOpen } from './settle-open.ts'
import { WatchedRepositories } from './watched-repositories.ts'

const Data = z.object({ project: z.string() })
/** Where no webhook tells of a push, a change is found this much later at most. */
const POLL_MS = 5 * 60_000
const MINUTE_MS = 60_000

/** Everything that one look needs, from a composed Docent. */
export function followCode(docent: Docent, repositories: WatchedRepositories): FollowCode {
  const parts = {
    jobs: docent.resolve(JobStore),
    hosts: docent.resolve(GitHosts),
    clock: docent.resolve(Clock),
    logger: docent.resolve(Logger),
    notes: docent.resolve(ProjectNotes),
    leases: docent.resolve(NamedLeases),
    createJob: docent.resolve(CreateJob),
    sendMessage: docent.resolve(SendMessage),
    limits: docent.resolve(RequestLimits),
    holder: docent.resolve(Ids).sortable(),
    repositories,
  }
  return new FollowCode({ ...parts, settle: new SettleOpen(parts), handOver: new HandOver(parts) })
}

/** Looks at the code of every project that watches some: after a push that a webhook tells of, and now and then. */
export function startWatching(docent: Docent, dataDirectory: string): BackgroundWork {
  const tasks = docent.resolve(BackgroundTasks)
  const projects = docent.resolve(ProjectStore)
  const logger = docent.resolve(Logger)
  const repositories = new WatchedRepositories(join(dataDirectory, 'watched'), docent.resolve(GitHosts))
  const follow = followCode(docent, repositories)
  const work = tasks.work(WATCH_QUEUE, async ({ data }, signal) => {
    const project = await projects.get(projectId(Data.parse(data).project), { signal })
    if (!project || project.disabled || !project.watch) return
    const isMore = await follow.look(project, signal)
    if (isMore) await tasks.add(WATCH_QUEUE, data, { key: `${project.id}/more` })
  })
  const stop = new AbortController()
  const askAll = async () => {
    try {
      for (const { id, disabled, watch } of await projects.list({ signal: stop.signal }))
        if (!disabled && watch !== undefined)
          await tasks.add(WATCH_QUEUE, { project: id }, { key: id, everyMs: POLL_MS - 1_000 })
    } catch (error) {
      if (!stop.signal.aborted) logger.error({ err: error }, 'watch: projects could not be looked at')
    }
  }
  const clock = docent.resolve(Clock)
  const schedules = new RunSchedules(automationsOf(docent), clock, logger)
  const runDue = async () => {
    try {
      for (const project of await projects.list({ signal: stop.signal }))
        if (!project.disabled) await schedules.runDue(project, stop.signal)
    } catch (error) {
      if (!stop.signal.aborted) logger.error({ err: error }, 'automations could not be looked at')
    }
  }
  const timers = [setInterval(() => void askAll(), POLL_MS), setInterval(() => void runDue(), MINUTE_MS)]
  for (const timer of timers) timer.unref()
  void askAll()
  void runDue()
  return {
    async stop() {
      stop.abort()
      for (const timer of timers) clearInterval(timer)
      await work[Symbol.asyncDispose]()
      repositories.close()
    },
  }
}
