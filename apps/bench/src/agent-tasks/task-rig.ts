import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { contentHash, isDocumentationFile, parsePage } from '@docent/content'
import {
  CreateJob,
  GitHosts,
  LeaseSettings,
  Models,
  PageInspector,
  RunJob,
  type Settings,
  SpendCaps,
  Worker,
} from '@docent/core'
import {
  type Job,
  type Logger,
  type ModelProvider,
  organizationId,
  type Project,
  projectId,
} from '@docent/core/plugin'
import { runGit } from '@docent/git'
import { createLocalRepository, LocalGitHost } from '@docent/git-local'
import { ROOT } from '@docent/server'
import { SqlProjectStore } from '@docent/sql'
import { Database, SqliteJobStore, SqliteSql } from '@docent/store-sqlite'
import { MemoryRetriever, ModelRateLimiter } from '@docent/testing'
import { GitWorkspaces } from '@docent/workspace-git'
import { docsSearch } from '../docs-search.ts'

const AUTHOR = { name: 'Bench', email: 'bench@example.com' }
const UNLIMITED = 1e12

export interface RigRequest {
  files: ReadonlyMap<string, string>
  providers: readonly ModelProvider[]
  /** `provider:model`. */
  model: string
  /** Longest run, ms. */
  maxRunMs: number
}

export interface RigRun {
  job: Job
  /** Every file of the job's branch; those of the default branch when nothing was published. */
  files: Map<string, string>
  steps: number
  inputTokens: number
  outputTokens: number
  /** US dollars; undefined when the model's price is not known. */
  cost: number | undefined
  seconds: number
  /** Names of the tools in the order of their calls. */
  calls: string[]
}

/**
 * Runs one prompt as a job of a real run: SQLite, git, a local host, the worker. Only retrieval is by shared words in
 * memory. Everything lies in a folder of its own that is gone afterwards.
 */
export async function runPrompt(prompt: string, request: RigRequest): Promise<RigRun> {
  const directory = await mkdtemp(join(tmpdir(), 'docent-task-'))
  const clock = { now: () => Date.now() }
  const database = new Database(join(directory, 'docent.sqlite'))
  const workspaces = new GitWorkspaces({ cacheDir: join(directory, 'cache') }, { clock })
  try {
    const gitDir = await createRepository(directory, request.files)
    database.open()
    const jobs = new SqliteJobStore(database)
    const projects = new SqlProjectStore(new SqliteSql(database))
    const host = new LocalGitHost({
      roots: [directory],
      publicUrl: () => 'http://127.0.0.1',
      now: clock.now,
    })
    const project = projectOf(pathToFileURL(gitDir).href, request.model)
    await projects.putOrganization({ id: project.organizationId, name: 'Bench', limits: {} })
    await projects.put(project)
    const ids = countedIds()
    const settings = settingsOf(request.maxRunMs)
    const models = new Models(request.providers)
    const hosts = new GitHosts([host])
    const retriever = await indexed(project, request.files)
    const limiter = new ModelRateLimiter(clock)
    const logger = silentLogger()
    const spendCaps = new SpendCaps(limiter, clock)
    const docs = docsSearch(retriever, models, { settings, clock, logger })
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
    const worker = new Worker(jobs, runJob, settings, logger, ids)
    const create = new CreateJob(jobs, hosts, models, clock, ids, spendCaps)
    const start = performance.now()
    const { id } = await create.create({
      project,
      apiVersion: 'v2',
      messages: [{ role: 'user', content: prompt }],
    })
    worker.start()
    const calls: string[] = []
    for await (const { event } of jobs.events(id, 0, {
      signal: AbortSignal.timeout(request.maxRunMs + 60_000),
    })) {
      if (event.type === 'tool-call') calls.push(event.toolName)
      if (event.type === 'run-finished') break
    }
    const seconds = (performance.now() - start) / 1000
    await worker.stop(AbortSignal.timeout(10_000))
    const job = await jobs.get(id)
    if (!job) throw new Error('The job is gone.')
    const steps = await jobs.steps(id)
    const inputTokens = steps.reduce((sum, step) => sum + step.inputTokens, 0)
    const outputTokens = steps.reduce((sum, step) => sum + step.outputTokens, 0)
    const { price } = models.resolve(request.model)
    return {
      job,
      files: await filesOf(gitDir, job.pullRequest?.branch ?? 'main'),
      steps: steps.filter((step) => step.kind === 'model').length,
      inputTokens,
      outputTokens,
      cost: price && (inputTokens * price.input + outputTokens * price.output) / 1e6,
      seconds,
      calls,
    }
  } finally {
    await workspaces.close()
    database.close()
    await rm(directory, { recursive: true, force: true })
  }
}

async function createRepository(directory: string, files: ReadonlyMap<string, string>): Promise<string> {
  const from = join(directory, 'files')
  for (const [path, text] of files) {
    await mkdir(dirname(join(from, path)), { recursive: true })
    await writeFile(join(from, path), text)
  }
  const path = join(directory, 'docs.git')
  await createLocalRepository({ path, from, message: 'Begin', author: AUTHOR, date: 1e12 })
  return path
}

async function filesOf(gitDir: string, branch: string): Promise<Map<string, string>> {
  const listed = await runGit(['ls-tree', '-r', '-z', '--name-only', branch], { gitDir })
  const files = new Map<string, string>()
  for (const path of listed.stdout.toString().split('\0').filter(Boolean)) {
    const { stdout } = await runGit(['cat-file', 'blob', `${branch}:${path}`], { gitDir })
    files.set(path, stdout.toString())
  }
  return files
}

async function indexed(project: Project, files: ReadonlyMap<string, string>): Promise<MemoryRetriever> {
  const retriever = new MemoryRetriever()
  const revision = await retriever.begin(project.id)
  for (const [path, text] of files) {
    if (!isDocumentationFile(path) || !path.startsWith(`${ROOT}/`)) continue
    const { page, passages } = parsePage(path, text, { root: ROOT })
    await revision.write([{ page, passages, hash: contentHash(text) }])
  }
  await revision.commit('1')
  return retriever
}

function projectOf(repository: string, model: string): Project {
  return {
    id: projectId('docs'),
    organizationId: organizationId('default'),
    domain: 'docs',
    name: 'Ferry',
    repository,
    docsPath: ROOT,
    models: { agent: model },
    assistant: { finishThreadId: 'auto', threadKeys: 'optional' },
    origin: 'store',
    disabled: false,
    createdAt: 0,
  }
}

function settingsOf(maxRunMs: number): Settings {
  return {
    secrets: ['bench'],
    leases: LeaseSettings.parse({}),
    limits: {
      keyPerMonth: UNLIMITED,
      organizationPerHour: UNLIMITED,
      ipPerDay: UNLIMITED,
      projectPerHour: UNLIMITED,
    },
    agent: {
      concurrency: 1,
      queue: { organizations: {}, projects: {} },
      maxSteps: 60,
      maxTokens: 2_000_000,
      maxCostUsd: 20,
      organizationTokensPerDay: UNLIMITED,
      maxToolCalls: 1_000,
      maxOutputBytes: 32 * 1024 * 1024,
      maxRunMs,
      maxChangedFiles: 200,
      maxChangedBytes: 5 * 1024 * 1024,
      maxAttempts: 5,
      firstPartMs: 120_000,
      idlePartMs: 60_000,
      maxOutageMs: 0,
      maxCheckRounds: 3,
      archiveAfterDays: 30,
      keepStepsDays: 30,
      keepEventsDays: 30,
      author: AUTHOR,
      denyPaths: [],
      allowPaths: [],
    },
    assistant: {
      maxSteps: 4,
      maxOutputTokens: 4000,
      maxTokens: 1_000_000,
      maxCostUsd: 5,
      maxToolCalls: 20,
      maxOutputBytes: 1024 * 1024,
      maxAnswerMs: 300_000,
      historyTurns: 10,
      firstPartMs: 120_000,
      idlePartMs: 60_000,
      maxAttempts: 3,
      keepThreadsDays: 30,
      rerank: { candidates: 50, timeoutMs: 2_000 },
    },
  }
}

function countedIds() {
  let count = 0
  const next = () => `${Date.now().toString(36)}${(count++).toString(36).padStart(8, '0')}`
  return { sortable: next, secret: () => next().padStart(32, '0') }
}

function silentLogger(): Logger {
  return { debug() {}, info() {}, warn() {}, error() {} }
}
