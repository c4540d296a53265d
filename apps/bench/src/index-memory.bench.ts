import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import {
  type DocsSource,
  IndexProject,
  type Plugin,
  type Project,
  ProjectStore,
  projectId,
} from '@docent/core'
import { createLocalRepository, gitLocal } from '@docent/git-local'
import { offline } from '@docent/model-offline'
import { fileIndex } from '@docent/retriever-files'
import { DocentConfig, startServer } from '@docent/server'
import { sqlite, sqliteLimiter } from '@docent/store-sqlite'
import { gitWorkspaces } from '@docent/workspace-git'
import { growthOf } from './load/growth.ts'

/**
 * Memory of one process that indexes a project again and again, every page another one each time. Fails when it grows
 * over the second half of the rounds. Run with `node apps/bench/run.mjs index-memory --rounds 40 --pages 500`.
 */
const MEGABYTE = 1024 * 1024
const FLAT = { share: 0.1, amount: 24 * MEGABYTE }

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '40' },
    pages: { type: 'string', default: '100' },
    'memory-mb': { type: 'string', default: '256' },
  },
})
const pages = Number(options.pages)
const texts = corpus()
let round = 0

/** Real pages of this documentation, each with words of its round, so that nothing of the last round is left. */
const generated: DocsSource = {
  name: 'generated',
  matches: () => true,
  list: async () => {
    const name = `round ${round}`
    const files = Array.from({ length: pages }, (_, page) => ({
      path: `page-${page}.md`,
      hash: `${name} ${page}`,
      read: async () =>
        new TextEncoder().encode(
          `# Page ${page} of ${name}\n\n${(texts[(page + round) % texts.length] ?? '').replaceAll(/\b(\w{7,})\b/g, `$1${round}x${page % 50}`)}`,
        ),
    }))
    return { revision: name, files, close: async () => undefined }
  },
}
const plugin: Plugin = { name: 'generated', install: (host) => host.addDocsSource(generated) }

const folder = await mkdtemp(join(tmpdir(), 'docent-index-memory-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const repository = join(folder, 'data', 'repositories', 'docs.git')
await createLocalRepository({
  path: repository,
  from: new URL('../../docs/content', import.meta.url).pathname,
  message: 'Begin',
  author: { name: 'Bench', email: 'bench@example.com' },
  date: 1e12,
})
const failure = (fields: object, message: string) => console.error(message, fields)
const running = await startServer({
  config: DocentConfig.parse({
    plugins: [
      sqlite(),
      sqliteLimiter(),
      fileIndex({ memoryMb: Number(options['memory-mb']) }),
      gitWorkspaces(),
      gitLocal(),
      offline(),
      plugin,
    ],
    projects: [{ id: 'docs', repository: `file://${repository}`, branch: 'main' }],
    http: { port: 0 },
  }),
  env: { DOCENT_DATA: 'data' },
  folder,
  hasBackground: false,
  logger: { debug: () => undefined, info: () => undefined, warn: failure, error: failure },
})
const project = (await running.docent.resolve(ProjectStore).get(projectId('docs'))) as Project

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
const resident: number[] = []
for (round = 1; round <= Number(options.rounds); round += 1) {
  const start = performance.now()
  const { passages } = await running.docent.resolve(IndexProject).run(project)
  collect()
  const { rss, heapTotal, heapUsed, external, arrayBuffers } = process.memoryUsage()
  resident.push(rss)
  const mb = (bytes: number) => Math.round(bytes / MEGABYTE)
  console.log(
    JSON.stringify({
      round,
      passages,
      seconds: Math.round((performance.now() - start) / 100) / 10,
      rss: mb(rss),
      heapTotal: mb(heapTotal),
      heapUsed: mb(heapUsed),
      external: mb(external),
      arrayBuffers: mb(arrayBuffers),
      anonymous: mb(anonymousBytes()),
      threads: readdirSync('/proc/self/task').length,
      descriptors: readdirSync('/proc/self/fd').length,
    }),
  )
}
await running.stop()
const growth = growthOf(resident, FLAT)
console.log(JSON.stringify({ rounds: resident.length, pages, rss: growth }))
process.exit(growth.isFlat ? 0 : 1)

/** Resident memory that no file backs. */
function anonymousBytes(): number {
  const [, kilobytes = '0'] = /^RssAnon:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
  return Number(kilobytes) * 1_024
}

function corpus(): string[] {
  const root = new URL('../../docs/content/', import.meta.url).pathname
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.mdx'))
    .map((name) =>
      readFileSync(join(root, name), 'utf8')
        .replace(/^---\n.*?\n---\n/s, '')
        .replaceAll(/[<{}>]/g, ''),
    )
}
