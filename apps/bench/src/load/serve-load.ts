import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { IssueKey } from '@docent/core'
import { organizationId, type Plugin, projectId, type ResolvedModel } from '@docent/core/plugin'
import { createLocalRepository, gitLocal } from '@docent/git-local'
import { offline } from '@docent/model-offline'
import { fileIndex } from '@docent/retriever-files'
import { DocentConfig, startServer } from '@docent/server'
import { sourceGit } from '@docent/source-git'
import { sqlite, sqliteLimiter } from '@docent/store-sqlite'
import { gitWorkspaces } from '@docent/workspace-git'
import { streamModel } from '../stream/stream-model.ts'
import type { LoadMessage } from './load-messages.ts'

const PLENTY = 1_000_000_000

type Model = ResolvedModel['model']
/** More than the buffers of two sockets hold, so that a server meets the reader who reads nothing. */
const MOST_BYTES = 64 * 1024 * 1024

/** Docent's own documentation under the offline model, and as `long` under a model whose answers are as long as asked. */
export async function serveLoad(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'docent-load-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  process.on('disconnect', () => process.exit())
  const say = (message: LoadMessage) => void process.send?.(message)
  const failure = (fields: object, message: string) =>
    say({ kind: 'failure', line: JSON.stringify({ message, ...fields, err: errorOf(fields) }) })
  const repository = join(folder, 'data', 'repositories', 'docs.git')
  await createLocalRepository({
    path: repository,
    from: new URL('../../../docs/content', import.meta.url).pathname,
    message: 'Add the documentation',
    author: { name: 'Load', email: 'load@example.com' },
    date: 1_700_000_000_000,
  })
  const project = { repository: `file://${repository}`, branch: 'main' }
  const answers = { agent: 'offline:docent', assistant: 'offline:docent' }
  const running = await startServer({
    config: DocentConfig.parse({
      plugins: [
        sqlite(),
        sqliteLimiter(),
        fileIndex(),
        gitWorkspaces(),
        gitLocal(),
        sourceGit(),
        offline({ deltaDelayMs: 2 }),
        longAnswers,
      ],
      projects: [
        { id: 'docs', ...project, models: answers },
        { id: 'long', ...project, models: { agent: 'long:model', assistant: 'long:model' } },
      ],
      limits: { keyPerMonth: PLENTY, organizationPerHour: PLENTY, ipPerDay: PLENTY, projectPerHour: PLENTY },
      assistant: { maxOutputBytes: MOST_BYTES, maxOutputTokens: 10_000_000, maxTokens: 100_000_000 },
      // An hour of jobs needs more than an organization gets in a day.
      agent: { organizationTokensPerDay: PLENTY },
      http: { port: 0, drainMs: 1_000 },
      indexing: { pollMinutes: 0 },
    }),
    env: { DOCENT_DATA: 'data' },
    folder,
    logger: { debug: () => undefined, info: () => undefined, warn: failure, error: failure },
  })
  await running.indexing.settled()
  const keys = running.docent.resolve(IssueKey)
  const shared = { organizationId: organizationId('default'), name: 'load' }
  const admin = await keys.issue({ ...shared, kind: 'admin' })
  const projectIds = [projectId('docs'), projectId('long')]
  const assistant = await keys.issue({ ...shared, kind: 'assistant', projectIds })
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  process.on('message', () => {
    globalThis.gc?.()
    const { rss, heapUsed, external } = process.memoryUsage()
    const { user, system } = process.cpuUsage()
    say({
      kind: 'sample',
      at: Date.now(),
      rss,
      live: heapUsed + external,
      descriptors: readdirSync('/proc/self/fd').length,
      threads: readdirSync('/proc/self/task').length,
      cpuUs: user + system,
      loopDelayMs: delay.max / 1e6,
    })
    delay.reset()
  })
  say({ kind: 'started', url: running.url, adminKey: admin.key, assistantKey: assistant.key })
}

function errorOf(fields: object): string | undefined {
  return 'err' in fields && fields.err instanceof Error ? fields.err.stack : undefined
}

/** `burst 40000` in a question is an answer of so many pieces, as fast as its reader takes them; `endless` has no end. */
const longAnswers: Plugin = {
  name: 'model-long',
  install: (host) =>
    host.addModelProvider({
      name: 'long',
      model: (id) => ({
        id: `long:${id}`,
        model: longModel(),
        contextTokens: 100_000_000,
        outputTokens: 10_000_000,
        caching: false,
      }),
    }),
}

function longModel(): Model {
  const burst = streamModel()
  return {
    ...burst,
    doStream: async (options) =>
      JSON.stringify(options.prompt.at(-1)).includes('endless')
        ? { stream: endless() }
        : burst.doStream(options),
  }
}

function endless(): Awaited<ReturnType<Model['doStream']>>['stream'] {
  const delta = 'passage '.repeat(128)
  return new ReadableStream(
    {
      start: (stream) => stream.enqueue({ type: 'text-start', id: 't' }),
      pull: (stream) => stream.enqueue({ type: 'text-delta', id: 't', delta }),
    },
    { highWaterMark: 0 },
  )
}
