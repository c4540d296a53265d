import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { accounts } from '@docent/accounts-better-auth'
import { IssueKey, type IssueKeyRequest } from '@docent/core'
import {
  type Clock,
  type DocsSource,
  definePlugin,
  type KeyRecord,
  type ModelProvider,
  organizationId,
  type Plugin,
  projectId,
  RateLimiter,
  Retriever,
} from '@docent/core/plugin'
import { createLocalRepository, gitLocal } from '@docent/git-local'
import { memoryLimiter } from '@docent/limiter-memory'
import { sqlite } from '@docent/store-sqlite'
import { MemoryRetriever, scriptedModel, scriptedProvider } from '@docent/testing'
import { gitWorkspaces } from '@docent/workspace-git'
import { z } from 'zod'
import type { DocentConfigInput } from '../src/config/docent-config.ts'
import { checkConfig } from '../src/config/load-config.ts'
import { createLogger } from '../src/process/logger.ts'
import { type RunningServer, type ServerOptions, startServer } from '../src/start/start-server.ts'

export interface TestServerOptions {
  config?: Omit<DocentConfigInput, 'plugins'>
  models?: ModelProvider
  retriever?: MemoryRetriever
  limiter?: RateLimiter
  source?: DocsSource
  clock?: Clock
  /** Instead of one SQLite file. */
  stores?: Plugin[]
  /** Beside those that every test server has. */
  morePlugins?: Plugin[]
  /** What the command line would choose. */
  http?: ServerOptions['http']
  /** Receives the log, one line of JSON a call. */
  onLog?: (line: string) => void
  /** Files of the documentation repository instead of those of fixture-docs. */
  docs?: Readonly<Record<string, string | Uint8Array>>
  /** More settings of the project `docs`. */
  project?: Partial<NonNullable<DocentConfigInput['projects']>[number]>
  /** Who reads the pages of the project `docs`. */
  site?: 'members' | 'public' | false
  env?: Record<string, string>
}

export interface TestServer extends AsyncDisposable {
  readonly url: string
  readonly running: RunningServer
  readonly directory: string
  readonly repository: string
  readonly adminKey: string
  readonly assistantKey: string
  issueKey(request: Partial<IssueKeyRequest>): Promise<{ key: string; record: KeyRecord }>
  /** A request with JSON in and out; `body` that is a string or bytes is sent as it is. */
  call(method: string, path: string, options?: CallOptions): Promise<TestReply>
}

export interface CallOptions {
  key?: string | null
  body?: unknown
  headers?: Record<string, string>
}

export interface TestReply {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests look into replies of every shape
  body: any
  text: string
}

const here = new URL('.', import.meta.url).pathname

/** A whole server on a free port, with SQLite and a local git host in a temporary folder. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const directory = await mkdtemp(join(tmpdir(), 'docent-server-'))
  const repository = join(directory, 'data', 'repositories', 'docs.git')
  await createLocalRepository({
    path: repository,
    from: options.docs ? await writeDocs(directory, options.docs) : join(here, 'fixture-docs'),
    message: 'Add the documentation',
    author: { name: 'Test', email: 'test@example.com' },
    date: 1_700_000_000_000,
  })
  const config = checkConfig({
    projects: [
      {
        id: 'docs',
        repository: `file://${repository}`,
        branch: 'main',
        site: options.site,
        ...options.project,
      },
      { id: 'other', repository: `file://${repository}`, branch: 'main', organization: 'elsewhere' },
    ],
    organizations: [{ id: 'elsewhere' }],
    http: { port: 0, drainMs: 2_000 },
    ...options.config,
    plugins: [
      ...(options.stores ?? [sqlite()]),
      accounts(),
      gitWorkspaces(),
      gitLocal(),
      testPlugin(options),
      ...(options.limiter ? [] : [memoryLimiter()]),
      ...(options.morePlugins ?? []),
    ],
  })
  const running = await startServer({
    config,
    env: { DOCENT_DATA: 'data', ...options.env },
    folder: directory,
    logger: createLogger({ LOG_FORMAT: 'json' }, { write: (line) => options.onLog?.(line) }),
    ...(options.clock ? { clock: options.clock } : {}),
    ...(options.http ? { http: options.http } : {}),
  })
  const issueKey = (request: Partial<IssueKeyRequest>) =>
    running.docent
      .resolve(IssueKey)
      .issue({ kind: 'admin', organizationId: organizationId('default'), name: 'test', ...request })
  const admin = await issueKey({})
  const assistant = await issueKey({ kind: 'assistant', projectIds: [projectId('docs')] })
  return {
    url: running.url,
    running,
    directory,
    repository,
    adminKey: admin.key,
    assistantKey: assistant.key,
    issueKey,
    call: (method, path, call = {}) =>
      callServer(running.url, method, path, {
        ...call,
        key: call.key === undefined ? (path.startsWith('/discovery') ? assistant.key : admin.key) : call.key,
      }),
    async [Symbol.asyncDispose]() {
      await running.stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

async function writeDocs(
  directory: string,
  docs: Readonly<Record<string, string | Uint8Array>>,
): Promise<string> {
  const folder = join(directory, 'docs')
  for (const [path, content] of Object.entries(docs)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  return folder
}

/** What the test brings itself: models, retrieval, and a limiter when it wants one of its own. */
function testPlugin({ models, retriever, limiter, source }: TestServerOptions) {
  const plugin = definePlugin({
    name: 'test',
    options: z.strictObject({}),
    setup: (_options, host) => {
      host.provide(Retriever, retriever ?? new MemoryRetriever())
      host.addModelProvider(models ?? silentModels())
      if (limiter) host.provide(RateLimiter, limiter)
      if (source) host.addDocsSource(source)
      else host.addDocsSource({ name: 'none', matches: () => true, list: async () => undefined })
    },
  })
  return plugin()
}

/** Models that say one thing, however often they are asked. */
function silentModels(): ModelProvider {
  const model = scriptedModel(() => ({ text: 'Done.' }))
  return scriptedProvider(
    'test',
    { model },
    { agent: 'model', assistant: 'model', sonnet: 'model', opus: 'model' },
  )
}

export async function callServer(
  url: string,
  method: string,
  path: string,
  call: CallOptions = {},
): Promise<TestReply> {
  const { key, body, headers = {} } = call
  const isStream = body instanceof ReadableStream
  const isRaw = typeof body === 'string' || body instanceof Uint8Array || isStream
  const init: RequestInit & { duplex?: 'half' } = {
    method,
    headers: {
      ...(typeof key === 'string' ? { authorization: `Bearer ${key}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: (isRaw ? body : JSON.stringify(body)) as string }),
    ...(isStream ? { duplex: 'half' } : {}),
  }
  const reply = await fetch(url + path, init)
  const text = await reply.text()
  const isJson = reply.headers.get('content-type')?.includes('json') ?? false
  return {
    status: reply.status,
    headers: reply.headers,
    body: isJson && text !== '' ? JSON.parse(text) : undefined,
    text,
  }
}
