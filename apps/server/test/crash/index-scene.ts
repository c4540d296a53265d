import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import { DocentCommand, type Running } from '../cli/docent-command.ts'

const root = new URL('../../../../', import.meta.url)
const source = (path: string) => JSON.stringify(new URL(`${path}/src/index.ts`, root).href)
const until = (look: () => boolean | Promise<boolean>) =>
  vi.waitUntil(look, { timeout: 100_000, interval: 50 })

/** The lease of a server, with `INDEX_LEASE_MS=30000`, for a measurement. */
export const LEASE_MS = Number(process.env.INDEX_LEASE_MS ?? 4_000)

/**
 * A folder in which processes index one project. Its documentation is as `publish` says; a process with `HOLD` in its
 * environment never gets to the end of a page.
 *
 * @param databaseUrl of a PostgreSQL in place of a SQLite file
 */
export async function indexScene(databaseUrl?: string) {
  const folder = await mkdtemp(join(tmpdir(), 'docent-index-'))
  const store = databaseUrl === undefined ? 'sqlite' : 'postgres'
  await writeFile(
    join(folder, 'docent.config.mjs'),
    `
    import { readFileSync, writeFileSync } from 'node:fs'
    import { ${store} } from ${source(`plugins/store-${store}`)}
    import { memoryLimiter } from ${source('plugins/limiter-memory')}
    import { fileIndex } from ${source('plugins/retriever-files')}
    import { gitWorkspaces } from ${source('plugins/workspace-git')}
    import { gitLocal } from ${source('plugins/git-local')}
    import { offline } from ${source('plugins/model-offline')}
    const folder = ${JSON.stringify(folder)}
    const page = {
      path: 'index.md',
      async read() {
        if (process.env.HOLD) {
          writeFileSync(folder + '/reading', '')
          await new Promise((resolve) => setTimeout(resolve, 1e6))
        }
        return readFileSync(folder + '/index.md')
      },
    }
    const held = { name: 'held', install: (host) => host.addDocsSource({
      name: 'held',
      matches: () => true,
      async list(project, { since }) {
        const hash = readFileSync(folder + '/index.md', 'utf8')
        return since === hash ? undefined : { revision: hash, files: [{ ...page, hash }], close: async () => {} }
      },
    }) }
    export default {
      plugins: [${store}(), memoryLimiter(), fileIndex(), gitWorkspaces(), gitLocal(), offline(), held],
      projects: [{ id: 'docs', repository: 'file:///nowhere.git', branch: 'main',
        models: { agent: 'offline:docent', assistant: 'offline:docent' } }],
      leases: { index: { leaseMs: ${LEASE_MS}, heartbeatMs: ${Math.floor(LEASE_MS / 3)} } },
    }`,
  )
  const docent = new DocentCommand(folder, {
    DOCENT_SECRET: 'one secret of all processes',
    DOCENT_DATA: 'data',
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  })
  onTestFinished(async () => {
    await docent.close()
    await rm(folder, { recursive: true, force: true })
  })
  await mkdir(join(folder, 'data'), { recursive: true, mode: 0o700 })

  const publish = (word: string) => writeFile(join(folder, 'index.md'), `# Home\n\nThe word is ${word}.\n`)

  /** Kills a process with SIGKILL in the middle of a page. @returns when */
  const killWhileIndexing = async (...args: string[]): Promise<number> => {
    const { process: child, finished } = docent.start(args, { env: { HOLD: '1' } })
    const reads = until(() => existsSync(join(folder, 'reading')))
    const early = finished.then(({ stderr }) => Promise.reject(new Error(`It ended early: ${stderr}`)))
    early.catch(() => undefined)
    await Promise.race([reads, early])
    child.kill('SIGKILL')
    const died = Date.now()
    await finished
    return died
  }

  const serve = async (...args: string[]): Promise<Server> => {
    const running = docent.start(['serve', ...args, '--json'])
    const [, text = ''] = await running.output(/^(\{.*\})\n/)
    const forReaders = ['keys', 'create', '--kind', 'assistant', '--project', 'docs']
    const { key } = await docent.json<{ key: string }>(forReaders)
    const url = String(JSON.parse(text).url)
    return { running, finds: (word) => until(() => finds(url, key, word)) }
  }
  return { docent, publish, killWhileIndexing, serve }
}

interface Server {
  readonly running: Running
  /** Resolves when a search finds the word. */
  finds(word: string): Promise<unknown>
}

async function finds(url: string, key: string, word: string): Promise<boolean> {
  const reply = await fetch(`${url}/discovery/v1/search/docs`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query: word }),
  })
  return (await reply.text()).includes(`word is ${word}`)
}
