import { randomBytes } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  applyTransition,
  CreateJob,
  FilterScopes,
  GitHosts,
  LeaseSettings,
  Models,
  PageInspector,
  PrepareQuery,
  RerankPassages,
  RunJob,
  SearchDocs,
  SendMessage,
  type Settings,
  SpendCaps,
  Worker,
} from '@docent/core'
import {
  type Clock,
  type GitHost,
  type Job,
  type JobStore,
  type Logger,
  type ModelProvider,
  organizationId,
  type Project,
  type ProjectStore,
  projectId,
  type Workspaces,
} from '@docent/core/plugin'
import { LocalGitHost } from '@docent/git-local'
import { SqlProjectStore } from '@docent/sql'
import { Database, SqliteJobStore, SqliteSql } from '@docent/store-sqlite'
import {
  MemoryRetriever,
  ModelRateLimiter,
  type Script,
  scriptedModel,
  scriptedProvider,
} from '@docent/testing'
import { GitWorkspaces } from '@docent/workspace-git'

/** Where jobs and projects are, already open. */
export interface RigStores {
  readonly jobs: JobStore
  readonly projects: ProjectStore
  close(): void | Promise<void>
}

/** What a rig is made of; `wrap*` lets a test stand between the run and its ports. */
export interface RigOptions {
  directory: string
  /** Where repositories are cached; default: in the folder. */
  cacheDir?: string
  script: Script
  /** In place of the scripted one: it has a model `model`, and its name is `scripted`. */
  provider?: ModelProvider
  /** In place of the notes of a worker process. */
  logger?: Logger
  leaseMs?: number
  heartbeatMs?: number
  concurrency?: number
  maxAttempts?: number
  settings?: Partial<Settings['agent']>
  /** The time that a run sees; leases go by the store's. */
  clock?: Clock
  /** In place of one SQLite file in the folder. */
  stores?: RigStores
  wrapStore?: (store: JobStore) => JobStore
  wrapHost?: (host: GitHost) => GitHost
  wrapWorkspaces?: (workspaces: Workspaces) => Workspaces
}

export const SETTINGS: Settings = {
  secrets: ['secret'],
  leases: LeaseSettings.parse({}),
  limits: { keyPerMonth: 1e6, organizationPerHour: 1e6, ipPerDay: 1e6, projectPerHour: 1e6 },
  agent: {
    concurrency: 1,
    queue: { organizations: {}, projects: {} },
    maxSteps: 40,
    maxTokens: 1e7,
    maxCostUsd: 100,
    organizationTokensPerDay: 1e12,
    maxToolCalls: 10_000,
    maxOutputBytes: 1e8,
    maxRunMs: 600_000,
    maxChangedFiles: 100,
    maxChangedBytes: 1e7,
    maxAttempts: 3,
    firstPartMs: 60_000,
    idlePartMs: 60_000,
    maxOutageMs: 60_000,
    maxCheckRounds: 2,
    archiveAfterDays: 30,
    keepStepsDays: 30,
    keepEventsDays: 30,
    author: { name: 'Docent', email: 'docent@example.com' },
    denyPaths: [],
    allowPaths: [],
  },
  assistant: {
    maxSteps: 4,
    maxOutputTokens: 1000,
    maxTokens: 1e6,
    maxCostUsd: 10,
    maxToolCalls: 20,
    maxOutputBytes: 1e6,
    maxAnswerMs: 60_000,
    historyTurns: 10,
    keepThreadsDays: 365,
    rerank: { candidates: 50, timeoutMs: 2_000 },
    firstPartMs: 60_000,
    idlePartMs: 60_000,
    maxAttempts: 2,
  },
}

const noteLogger: Logger = {
  debug() {},
  info() {},
  warn: (fields, message) => note(`warn ${message} ${describe(fields)}`),
  error: (fields, message) => note(`error ${message} ${describe(fields)}`),
}

/** Everything an agent job needs, on real SQLite, real git and a scripted model, in one folder. */
export function agentRig(options: RigOptions) {
  const { directory, logger = noteLogger } = options
  const clock = options.clock ?? { now: () => Date.now() }
  let n = 0
  // A process may have several rigs on one database.
  const own = randomBytes(3).toString('hex')
  const ids = {
    sortable: () => `${Date.now().toString(36)}${own}${(n++).toString(36).padStart(6, '0')}`,
    secret: () => `${n++}`.padStart(32, '0'),
  }
  const settings: Settings = {
    ...SETTINGS,
    leases: {
      ...SETTINGS.leases,
      // As long as a server's: on a busy machine a short lease runs out while its worker works.
      jobs: { leaseMs: options.leaseMs ?? 15_000, heartbeatMs: options.heartbeatMs ?? 5_000 },
    },
    agent: {
      ...SETTINGS.agent,
      concurrency: options.concurrency ?? 1,
      maxAttempts: options.maxAttempts ?? 3,
      ...options.settings,
    },
  }
  const stores = options.stores ?? openSqlite(join(directory, 'docent.sqlite'))
  const { jobs: store, projects } = stores
  const jobs = options.wrapStore?.(store) ?? store
  const local = new LocalGitHost({
    roots: [directory],
    publicUrl: () => 'http://127.0.0.1:3000',
    now: () => Date.now(),
  })
  const host = options.wrapHost?.(local) ?? local
  const plain = new GitWorkspaces({ cacheDir: options.cacheDir ?? join(directory, 'cache') }, { clock })
  const workspaces = options.wrapWorkspaces?.(plain) ?? plain
  const model = scriptedModel(options.script)
  const models = new Models([options.provider ?? scriptedProvider('scripted', { model })])
  const hosts = new GitHosts([host])
  const limiter = new ModelRateLimiter(clock)
  const spendCaps = new SpendCaps(limiter, clock)
  const retriever = new MemoryRetriever()
  const docs = new SearchDocs(
    retriever,
    new PrepareQuery(models, clock, logger),
    new RerankPassages(models, settings, clock, logger),
    settings,
    new FilterScopes(retriever),
  )
  const runJob = new RunJob(
    jobs,
    projects,
    workspaces,
    docs,
    limiter,
    hosts,
    models,
    settings,
    clock,
    logger,
    new PageInspector(),
    spendCaps,
  )
  const worker = new Worker(jobs, runJob, settings, logger, ids, workspaces)
  return {
    directory,
    jobs: store,
    projects,
    host: local,
    model,
    worker,
    create: new CreateJob(store, hosts, models, clock, ids, spendCaps),
    send: new SendMessage(store, clock, ids),
    cancel: (job: Job) =>
      store.update(job.id, (current) => applyTransition(current, { type: 'cancel', at: Date.now() })),
    async close() {
      await worker.stop(AbortSignal.timeout(30_000))
      await plain.close()
      await stores.close()
    },
  }
}

function openSqlite(file: string): RigStores {
  const database = new Database(file)
  database.open()
  return {
    jobs: new SqliteJobStore(database),
    projects: new SqlProjectStore(new SqliteSql(database)),
    close: () => database.close(),
  }
}

export function rigProject(repository: string): Project & { repository: string } {
  return {
    id: projectId('docs'),
    organizationId: organizationId('default'),
    domain: 'docs',
    name: 'Docs',
    repository,
    docsPath: '',
    models: { agent: 'scripted:model' },
    assistant: { finishThreadId: 'auto', threadKeys: 'optional' },
    origin: 'store',
    disabled: false,
    createdAt: 0,
  }
}

/** Notes of a worker process, for the message of a failing test. */
export function note(line: string): void {
  const file = process.env.RIG_NOTES
  if (file) appendFileSync(file, `${line}\n`)
}

function describe(fields: object): string {
  const { err } = fields as { err?: unknown }
  return err instanceof Error ? `${err.message} ${String(err.cause ?? '')}` : ''
}
