import { rmSync } from 'node:fs'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DocsSource, Logger, Plugin, ResolvedModel } from '@docent/core/plugin'
import { gitLocal } from '@docent/git-local'
import { fileIndex } from '@docent/retriever-files'
import type { DocentConfig } from '@docent/server'
import { sqlite, sqliteLimiter } from '@docent/store-sqlite'
import { gitWorkspaces } from '@docent/workspace-git'
import { startIndexedDocent } from './indexed-docent.ts'

export interface DocentUnderTest {
  readonly url: string
  readonly assistantKey: string
}

const PAGES = 200
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
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const from = join(folder, 'pages')
  await mkdir(from)
  await writeFile(join(from, 'index.md'), '# Home\n')
  const { url, assistantKey } = await startIndexedDocent({
    folder,
    from,
    project: { id: 'docs' },
    config: {
      plugins: [
        sqlite(),
        sqliteLimiter(),
        fileIndex(),
        gitWorkspaces(),
        gitLocal({ roots: [folder] }),
        benchPlugin(model),
      ],
      assistant: ENDLESS,
    },
    logger: lineLogger(),
  })
  return { url, assistantKey }
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
function lineLogger(): Logger {
  const line = (fields: object, message: string) => void JSON.stringify({ ...fields, message })
  const failure = (fields: object, message: string) => console.error(message, fields)
  return { debug: () => undefined, info: line, warn: failure, error: failure }
}
