import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CreateJob } from '@docent/core'
import {
  definePlugin,
  type Job,
  JobStore,
  type Plugin,
  ProjectStore,
  projectId,
  Retriever,
  WebhookStore,
} from '@docent/core/plugin'
import { memoryLimiter } from '@docent/limiter-memory'
import type { WebhookDelivery } from '@docent/simulators'
import { sourceGit } from '@docent/source-git'
import { sqlite } from '@docent/store-sqlite'
import {
  MemoryRetriever,
  type Script,
  type ScriptedModel,
  scriptedModel,
  scriptedProvider,
} from '@docent/testing'
import { gitWorkspaces } from '@docent/workspace-git'
import { z } from 'zod'
import { checkConfig } from '../../src/config/load-config.ts'
import { createLogger } from '../../src/process/logger.ts'
import { type RunningServer, startServer } from '../../src/start/start-server.ts'
import { wakeOften } from './wake-often.ts'

export const WEBHOOK_SECRET = 'hush-hush-hush'

/** A git host to talk to, and how its deliveries come in. */
export interface CommentHost {
  /** Name of the host in `/webhooks/:host`. */
  name: string
  plugin: Plugin
  /** Repository of the project `docs`, whose documentation is in `docs`. */
  repository: string
  close(): Promise<void>
}

export interface CommentSceneOptions {
  comments?: { enabled: boolean; mention?: string }
  script?: Script
}

export interface CommentScene extends AsyncDisposable {
  readonly model: ScriptedModel
  readonly retriever: MemoryRetriever
  readonly log: readonly string[]
  readonly running: RunningServer
  /** Creates a job and waits for the end of its first run. */
  job(): Promise<Job>
  /** Waits for the end of a run. */
  ended(job: Job, run: number): Promise<Job>
  /** How many runs the job had. */
  runs(job: Job): Promise<number | undefined>
  post(delivery: WebhookDelivery): Promise<{ status: number; body: { status?: string; code?: string } }>
  /** Waits until nothing that was received or is to be answered is left; time runs faster meanwhile. */
  idle(): Promise<void>
  /** Stops the server and starts another one on the same data. */
  restart(): Promise<void>
}

/** Writes a page at the first message of each run, then says so. */
const oneFileARun: Script = ({ prompt }) => {
  const last = prompt.at(-1)
  const asked = prompt.filter((message) => message.role === 'user').length
  return last?.role === 'user'
    ? {
        toolCalls: [
          { toolName: 'write_file', input: { path: `docs/page-${asked}.md`, content: `# Page ${asked}\n` } },
        ],
      }
    : { text: `Wrote page ${asked}, thanks to @everybody.` }
}

/** A whole server with a project on a simulated git host, a scripted model and SQLite. */
export async function commentScene(
  host: CommentHost,
  options: CommentSceneOptions = {},
): Promise<CommentScene> {
  const directory = await mkdtemp(join(tmpdir(), 'docent-comments-'))
  const model = scriptedModel(options.script ?? oneFileARun)
  const retriever = new MemoryRetriever()
  const log: string[] = []
  let offset = 0
  const start = () =>
    startServer({
      config: checkConfig({
        projects: [
          {
            id: 'docs',
            repository: host.repository,
            docsPath: 'docs',
            agent: { comments: options.comments ?? { enabled: true } },
          },
        ],
        http: { port: 0, drainMs: 2_000 },
        indexing: { pollMinutes: 0 },
        plugins: [
          sqlite(),
          gitWorkspaces(),
          sourceGit(),
          memoryLimiter(),
          host.plugin,
          testPlugin(retriever, model),
        ],
      }),
      env: { DOCENT_DATA: 'data' },
      folder: directory,
      clock: { now: () => Date.now() + offset },
      logger: createLogger(
        { LOG_LEVEL: 'debug', LOG_FORMAT: 'json' },
        { write: (line) => void log.push(line) },
      ),
    })
  let running = await start()
  let often = wakeOften(running.docent)
  const store = () => running.docent.resolve<JobStore>(JobStore)

  const ended = async (job: Job, run: number): Promise<Job> => {
    for await (const { event } of store().events(job.id, 0, { signal: AbortSignal.timeout(100_000) })) {
      if (event.type === 'run-finished' && event.run === run) return (await store().get(job.id)) as Job
    }
    throw new Error(`Run ${run} did not end. ${log.slice(-10).join('')}`)
  }

  return {
    model,
    retriever,
    log,
    get running() {
      return running
    },
    ended,
    async job() {
      const project = await running.docent.resolve<ProjectStore>(ProjectStore).get(projectId('docs'))
      if (!project) throw new Error('no project')
      const job = await running.docent
        .resolve(CreateJob)
        .create({ project, apiVersion: 'v2', messages: [{ role: 'user', content: 'Add a page' }] })
      return ended(job, 1)
    },
    async runs(job) {
      return (await store().get(job.id))?.run
    },
    async post({ headers, body }) {
      const reply = await fetch(`${running.url}/webhooks/${host.name}`, {
        method: 'POST',
        headers,
        body: Buffer.from(body),
      })
      return { status: reply.status, body: (await reply.json()) as { status?: string; code?: string } }
    },
    async idle() {
      const webhooks = running.docent.resolve<WebhookStore>(WebhookStore)
      const until = Date.now() + 60_000
      while (
        (await webhooks.due(Number.MAX_SAFE_INTEGER, 10)).length > 0 ||
        (await store().outbox(1)).length > 0
      ) {
        if (Date.now() > until) throw new Error(`It is not idle. ${log.slice(-10).join('')}`)
        // What is tried again later is later now.
        offset += 250
        await new Promise((resolve) => setTimeout(resolve, 25))
      }
    },
    async restart() {
      often[Symbol.dispose]()
      await running.stop()
      running = await start()
      often = wakeOften(running.docent)
    },
    async [Symbol.asyncDispose]() {
      often[Symbol.dispose]()
      await running.stop()
      await host.close()
      await rm(directory, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

function testPlugin(retriever: MemoryRetriever, model: ScriptedModel) {
  return definePlugin({
    name: 'test',
    options: z.strictObject({}),
    setup: (_options, host) => {
      host.provide(Retriever, retriever)
      host.addModelProvider(scriptedProvider('test', { model }, { agent: 'model' }))
    },
  })()
}
