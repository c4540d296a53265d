import { type ProjectConfigInput, threadId } from '@docent/core'
import { type DocsSource, defined, ThreadStore, type ThreadTurn } from '@docent/core/plugin'
import { type ScriptedModel, type ScriptedReply, scriptedModel, scriptedProvider } from '@docent/testing'
import { startTestServer, type TestServer, type TestServerOptions } from '../start-test-server.ts'

/** What the model answers to its n-th call (from 0) of the current test. */
export type Answer = (call: number) => ScriptedReply | Promise<ScriptedReply>

export interface AnsweringServer extends TestServer {
  /** Every call of the model from now on: the script, and the model that plays it. */
  answers(script: Answer | readonly ScriptedReply[]): void
  /** Counts calls and stops over all tests of this server. */
  readonly model: ScriptedModel
  /** Lines of the server's log so far. */
  readonly log: readonly string[]
  /** The stored turns of a thread. */
  turns(id: string | undefined): Promise<ThreadTurn[]>
}

export interface AnsweringServerOptions extends Pick<TestServerOptions, 'config' | 'env'> {
  assistant?: ProjectConfigInput['assistant']
}

/** Address of the documentation site: sources are linked there. */
export const SITE = 'https://docs.example'

/** The documentation that answers are found in, by file. */
const DOCS = {
  'index.mdx': '---\ntitle: Welcome\n---\n\nDocent answers questions about documentation.\n',
  'start.mdx':
    '---\ntitle: Quickstart\n---\n\n## Start the server\n\nStart the server with `docent serve` and open port 3000.\n',
  'keys.mdx':
    '---\ntitle: API keys\n---\n\n## Make a key\n\nAn assistant key is public; an admin key is secret.\n',
}

/** A whole server with SQLite and a small indexed project `docs`, whose assistant says what a test scripts. */
export async function startAnsweringServer(options: AnsweringServerOptions = {}): Promise<AnsweringServer> {
  let script: Answer = () => ({ text: 'Done.' })
  let firstCall = 0
  const model = scriptedModel((_call, number) => script(number - firstCall))
  const roles = { agent: 'model', assistant: 'model', sonnet: 'model', opus: 'model' } as const
  const log: string[] = []
  const indexed = Promise.withResolvers<void>()
  const server = await startTestServer({
    config: {
      http: { port: 0, drainMs: 2_000 },
      ...options.config,
      projects: [
        {
          id: 'docs',
          repository: 'https://git.example/docs.git',
          branch: 'main',
          siteUrl: SITE,
          ...defined({ assistant: options.assistant }),
        },
      ],
    },
    ...defined({ env: options.env }),
    models: scriptedProvider('test', { model }, roles),
    source: memorySource(DOCS),
    onLog: (line) => {
      log.push(line)
      if (line.includes('"msg":"indexed"')) indexed.resolve()
    },
  })
  await indexed.promise
  return Object.assign(server, {
    model,
    log,
    answers: (next: Answer | readonly ScriptedReply[]) => {
      firstCall = model.calls.length
      script = typeof next === 'function' ? next : (call) => next[call] ?? { text: 'Nothing more.' }
    },
    turns: (id: string | undefined) =>
      server.running.docent.resolve(ThreadStore).turns(threadId(id ?? ''), 100),
  })
}

function memorySource(files: Readonly<Record<string, string>>): DocsSource {
  return {
    name: 'memory',
    matches: () => true,
    list: async (_project, { since }) => {
      if (since === 'only') return undefined
      const list = Object.entries(files).map(([path, text]) => ({
        path,
        hash: path,
        read: async () => new TextEncoder().encode(text),
      }))
      return { revision: 'only', files: list, close: async () => undefined }
    },
  }
}
