import { rmSync } from 'node:fs'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { IssueKey } from '@docent/core'
import {
  type DocsSource,
  type Logger,
  organizationId,
  type Plugin,
  projectId,
  type ResolvedModel,
} from '@docent/core/plugin'
import { createLocalRepository, gitLocal } from '@docent/git-local'
import { fileIndex } from '@docent/retriever-files'
import { DocentConfig, startServer } from '@docent/server'
import { sqlite, sqliteLimiter } from '@docent/store-sqlite'
import { gitWorkspaces } from '@docent/workspace-git'

export interface DocentUnderTest {
  readonly url: string
  readonly assistantKey: string
}

const PAGES = 200
const UNLIMITED = 1_000_000_000
/** Lets replies be as long as the benchmark makes them. */
const ENDLESS: Partial<DocentConfig['assistant']> = {
  maxOutputTokens: 10_000_000,
  maxTokens: 100_000_000,
  maxOutputBytes: 64 * 1024 * 1024,
  maxAnswerMs: 3_600_000,
}

/**
 * A whole server in this process with the adapters that it has by default: keys, limits, threads and jobs in SQLite,
 * 200 indexed pages, a local repository. Only the model is the benchmark's. Its data is in a temporary folder that goes
 * with the process.
 */
export async function startDocent(model: ResolvedModel['model']): Promise<DocentUnderTest> {
  const folder = await mkdtemp(join(tmpdir(), 'docent-bench-'))
  const repository = join(folder, 'docs.git')
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const from = join(folder, 'pages')
  await mkdir(from)
  await writeFile(join(from, 'index.md'), '# Home\n')
  const author = { name: 'Bench', email: 'bench@example.com' }
  await createLocalRepository({ path: repository, from, message: 'Begin', author, date: 1e12 })
  const indexed = Promise.withResolvers<void>()
  const { docent, url } = await startServer({
    config: DocentConfig.parse({
      plugins: [
        sqlite(),
        sqliteLimiter(),
        fileIndex(),
        gitWorkspaces(),
        gitLocal({ roots: [folder] }),
        benchPlugin(model),
      ],
      projects: [{ id: 'docs', repository: `file://${repository}`, branch: 'main' }],
      limits: {
        keyPerMonth: UNLIMITED,
        organizationPerHour: UNLIMITED,
        ipPerDay: UNLIMITED,
        projectPerHour: UNLIMITED,
      },
      assistant: ENDLESS,
      http: { port: 0, drainMs: 100 },
    }),
    env: { DOCENT_DATA: 'data' },
    folder,
    logger: lineLogger(indexed.resolve),
  })
  await indexed.promise
  const keys = docent.resolve(IssueKey)
  const { key } = await keys.issue({
    organizationId: organizationId('default'),
    name: 'bench',
    kind: 'assistant',
    projectIds: [projectId('docs')],
  })
  return { url, assistantKey: key }
}

function benchPlugin(model: ResolvedModel['model']): Plugin {
  return {
    name: 'bench',
    install(host) {
      host.addDocsSource(generatedDocs())
      host.addModelProvider({
        name: 'bench',
        defaults: { agent: 'model', assistant: 'model', sonnet: 'model', opus: 'model' },
        model: (id) => ({
          id: `bench:${id}`,
          model,
          contextTokens: 100_000_000,
          outputTokens: 10_000_000,
          caching: false,
        }),
      })
    },
  }
}

function generatedDocs(): DocsSource {
  const files = Array.from({ length: PAGES }, (_, page) => ({
    path: `page-${page}.md`,
    hash: `${page}`,
    read: async () =>
      new TextEncoder().encode(
        `# Page ${page}\n\n## Topic ${page * 7}\n\nHow to stream answers of topic ${page} to a client in time.\n`,
      ),
  }))
  return {
    name: 'generated',
    matches: () => true,
    list: async (_project, { since }) =>
      since === 'only' ? undefined : { revision: 'only', files, close: async () => undefined },
  }
}

/** Does for each line what a logger must, and throws it away. */
function lineLogger(onIndexed: () => void): Logger {
  const line = (fields: object, message: string) => {
    JSON.stringify({ ...fields, message })
    if (message === 'indexed') onIndexed()
  }
  const failure = (fields: object, message: string) => console.error(message, fields)
  return { debug: () => undefined, info: line, warn: failure, error: failure }
}
