// Indexes the documents that its parent names, as a server does: parsed in threads, written to an index. The parent hears
// what could not be read, and of every stall of the event loop.
import { mkdtempSync, rmSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { IndexProject } from '@docent/core'
import {
  type DocsSource,
  definePlugin,
  type Project,
  ProjectStore,
  projectId,
  type SourceFile,
} from '@docent/core/plugin'
import { withOpenapi } from '@docent/source-openapi'
import { sourceSitemap } from '@docent/source-sitemap'
import { z } from 'zod'
import { checkConfig } from '../../../src/config/load-config.ts'
import { defaultPlugins } from '../../../src/plugins/default-plugins.ts'
import { createLogger } from '../../../src/process/logger.ts'
import { startServer } from '../../../src/start/start-server.ts'
import { watchLoop } from '../loop-stalls.ts'
import type { DocumentsMessage, RoundOrder } from './documents-messages.ts'

const STALL_MS = 200

const folder = mkdtempSync(join(tmpdir(), 'docent-generated-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
process.on('disconnect', () => process.exit())
const send = (message: DocumentsMessage) => void process.send?.(message)
/** What the source lists now. */
let round: RoundOrder = { folder: '', name: '' }

const generated: DocsSource = {
  name: 'generated',
  matches: ({ source }) => source === undefined,
  async list({ id }) {
    const from = join(round.folder, id)
    const files = await readdir(from, { recursive: true, withFileTypes: true })
    const listed = files
      .filter((file) => file.isFile())
      .map(({ parentPath, name }): SourceFile => {
        const path = join(parentPath, name)
        return {
          path: path.slice(from.length + 1),
          hash: `${round.name} ${path}`,
          read: () => readFile(path),
        }
      })
    return { revision: round.name, files: listed, close: async () => undefined }
  },
}
const generatedPlugin = definePlugin({
  name: 'generated',
  options: z.strictObject({}),
  setup: (_options, host) => host.addDocsSource(generated),
})

const repository = 'file:///nowhere.git'
const running = await startServer({
  config: checkConfig({
    plugins: [
      withOpenapi(generatedPlugin()),
      sourceSitemap({
        allowPrivateAddresses: true,
        requestsPerSecond: 1_000,
        concurrency: 8,
        maxPages: 20_000,
      }),
      ...(await defaultPlugins()).filter(({ name }) => !name.startsWith('source-')),
    ],
    projects: [
      { id: 'docs', repository, branch: 'main' },
      { id: 'myst', repository, branch: 'main' },
      { id: 'site', source: { plugin: 'sitemap', url: process.env.GENERATED_SITE ?? '' } },
    ],
    http: { port: 0, drainMs: 1_000 },
  }),
  env: { DOCENT_DATA: 'data' },
  folder,
  hasBackground: false,
  logger: createLogger(
    { LOG_FORMAT: 'json' },
    {
      write: (line) => {
        const { level, reason, file } = JSON.parse(line) as { level: number; reason?: string; file?: string }
        if (reason !== undefined) send({ kind: 'problem', file: file ?? '', message: reason })
        else if (level >= 50) send({ kind: 'problem', file: '', message: line })
      },
    },
  ),
})
watchLoop(STALL_MS, (stall) => send({ kind: 'stall', ...stall }))
process.on('message', (order: RoundOrder | 'stop') => {
  if (order === 'stop') process.exit()
  round = order
  void index()
})
send({ kind: 'ready' })

async function index(): Promise<void> {
  const projects = running.docent.resolve(ProjectStore)
  for (const id of ['docs', 'myst', 'site']) await indexOne((await projects.get(projectId(id))) as Project)
  send({ kind: 'indexed', rss: process.memoryUsage.rss() })
}

async function indexOne(project: Project): Promise<void> {
  send({ kind: 'indexing', project: project.id })
  try {
    const { problems, pages, passages } = await running.docent.resolve(IndexProject).run(project)
    for (const { file, message } of problems)
      send({ kind: 'problem', file: `${project.id}/${file}`, message })
    send({ kind: 'summary', project: project.id, pages, passages })
  } catch (error) {
    send({
      kind: 'problem',
      file: project.id,
      message: inspect(error instanceof Error ? (error.cause ?? error) : error),
    })
  }
}
