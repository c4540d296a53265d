import {
  type JobWaiting,
  type NotedOutage,
  OutageNotes,
  type ProviderKind,
  type WaitsFor,
} from '@docent/core'
import type { Job, Project } from '@docent/core/plugin'
import type { Services } from '@docent/http'
import { type Attention, entry } from './attention-entry.ts'

/** Active jobs that are looked at: the newest. */
const LOOKED_AT = 100

/** What is away, and what to look at besides its own words. */
const WAITS: Readonly<Record<WaitsFor, { title: string; advice: string }>> = {
  model: { title: 'The model fails', advice: 'Check its key, and the status page of its provider.' },
  'git-host': { title: 'The git host fails', advice: 'Check its token and its status page.' },
  machine: { title: 'The machine of a worker fails', advice: 'Check its disk, its memory, and its limits.' },
  server: { title: 'A part of the server fails', advice: 'Run `docent doctor` on the server.' },
}

/** The same of providers, with what their failure does. */
const PROVIDERS: Readonly<Record<ProviderKind, { as: WaitsFor; title: string }>> = {
  model: { as: 'model', title: WAITS.model.title },
  'git host': { as: 'git-host', title: WAITS['git-host'].title },
  'embedding model': { as: 'model', title: 'The embedding model fails: searches go by words alone' },
  're-ranking model': {
    as: 'model',
    title: 'The re-ranking model fails: results keep the order of the search',
  },
}

/** What is away, by the store alone: it is true whichever process met it. */
export async function outagesOf(
  services: Services,
  project: Project,
  signal: AbortSignal,
): Promise<Attention[]> {
  const query = { status: 'active', archived: false, limit: LOOKED_AT } as const
  const [{ jobs }, noted] = await Promise.all([
    services.readJobs.list(project, query, { signal }),
    services.docent.resolve(OutageNotes).list(project.id, { signal }),
  ])
  const waiting = Map.groupBy(jobs.filter(isWaiting), ({ waiting }) => waiting.for)
  // Of a provider that jobs wait for, they know more: when it is tried again.
  const others = noted.filter(({ kind }) => kind.includes(' model') || !waiting.has(PROVIDERS[kind].as))
  return [...[...waiting].map(([kind, jobs]) => waitingEntry(kind, jobs)), ...others.map(notedEntry)]
}

type WaitingJob = Job & { readonly waiting: JobWaiting }

function isWaiting(job: Job): job is WaitingJob {
  return job.waiting !== undefined
}

function waitingEntry(kind: WaitsFor, jobs: readonly WaitingJob[]): Attention {
  const { title, advice } = WAITS[kind]
  const waits = jobs.map(({ waiting }) => waiting)
  const { reason } = waits.reduce((last, one) => (one.until > last.until ? one : last))
  const [only] = jobs
  return entry(
    'outage',
    `${title}: ${jobs.length === 1 ? 'a job waits' : `${jobs.length} jobs wait`}`,
    `${reason} ${advice}`,
    {
      id: jobs.length === 1 && only ? only.id : null,
      at: isoTime(Math.min(...waits.map(({ since }) => since))),
      nextAt: isoTime(Math.min(...waits.map(({ until }) => until))),
      waitsFor: kind,
    },
  )
}

function notedEntry({ kind, name, since, at, reason }: NotedOutage): Attention {
  const { as, title } = PROVIDERS[kind]
  const last = `${name} failed last at ${isoTime(at).slice(11, 16)} UTC`
  return entry('outage', title, `${last}: ${reason} ${WAITS[as].advice} The next call tries it again.`, {
    at: isoTime(since),
    waitsFor: as,
  })
}

function isoTime(time: number): string {
  return new Date(time).toISOString()
}
