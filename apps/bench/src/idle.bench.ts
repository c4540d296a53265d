import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Postgres } from '@docent/postgres'
import { PostgresServer, SimulatedS3 } from '@docent/simulators'
import { until } from './cluster/cluster.ts'
import { DocentNode, raise } from './cluster/docent-node.ts'
import { row } from './figures.ts'

/**
 * What a process with many indexed projects and nothing to do costs a second: CPU time, wakeups of its threads, statements,
 * and requests to the bucket. One process on SQLite, and a server and an indexer on PostgreSQL with a simulated bucket. All
 * projects have the same small repository. Run with `node apps/bench/run.mjs idle`, with `--projects 1000` for more of them.
 * Indexing them takes most of the time.
 */
const PROJECTS = Number(argument('--projects') ?? 1)
const IDLE_S = Number(argument('--seconds') ?? 30)
const INDEXED_MS = 3_600_000
const COUNTER = fileURLToPath(new URL('idle/count-statements.mjs', import.meta.url))
const TICKS_A_SECOND = 100

/** Of the processes on PostgreSQL. */
const PLUGINS = [
  ['store-postgres', 'postgres'],
  ['limiter-postgres', 'postgresLimiter'],
  ['retriever-files', 'fileIndex'],
  ['workspace-git', 'gitWorkspaces'],
  ['source-git', 'sourceGit'],
  ['git-local', 'gitLocal'],
  ['model-offline', 'offline'],
] as const

interface Measured {
  readonly name: string
  readonly node: DocentNode
  readonly statements: () => Promise<number>
  readonly requests: () => number
}

const root = mkdtempSync(join(tmpdir(), 'docent-idle-'))
try {
  const repository = makeRepository()
  row('process', '% of a core', 'wakeups/s', 'statements/s', 'bucket calls/s', 'MiB')
  await onSqlite(repository)
  await onPostgres(repository)
} finally {
  rmSync(root, { recursive: true, force: true })
}

async function onSqlite(repository: string): Promise<void> {
  const file = join(root, 'statements')
  const one = node('one', repository, ['serve'], {
    NODE_OPTIONS: `--import ${COUNTER}`,
    STATEMENTS_FILE: file,
  })
  const statements = async () => {
    one.signal('SIGUSR2')
    await sleep(500)
    return Number(readFileSync(file, 'utf8').trim().split('\n').at(-1))
  }
  try {
    await one.start()
    await untilIndexed(one)
    await measure([{ name: 'all in one, SQLite', node: one, statements, requests: () => 0 }])
  } finally {
    await one.stop('SIGKILL')
  }
}

async function onPostgres(repository: string): Promise<void> {
  const database = await PostgresServer.start()
  const bucket = await SimulatedS3.start()
  const postgres = new Postgres({
    url: database.url,
    directUrl: database.url,
    schema: 'docent',
    connections: 1,
  })
  const env = {
    ...bucket.environment,
    DOCENT_INDEX_STORE: `s3://${bucket.bucket}/docent`,
    DATABASE_URL: database.url,
    DOCENT_SECRET: 'one secret of all machines',
  }
  const indexer = node('indexer', repository, ['work', '--health-port', '0', '--only', 'index'], env)
  const server = node('server', repository, ['serve', '--http-only'], env)
  const statements = async () => {
    const { rows } = await postgres.query<{ count: number }>(
      'SELECT xact_commit + xact_rollback AS count FROM pg_stat_database WHERE datname = current_database()',
    )
    return rows[0]?.count ?? 0
  }
  try {
    await postgres.open()
    await indexer.start()
    const begun = performance.now()
    await untilIndexed(indexer)
    console.log(`${(PROJECTS / ((performance.now() - begun) / 1_000)).toFixed(2)} projects indexed a second`)
    const requests = () => bucket.requests.length
    await measure([{ name: 'indexer, PostgreSQL', node: indexer, statements, requests }])
    await indexer.stop()
    await server.start()
    await until('the server has all indexes', () => server.said(/pulled the search index/).length >= PROJECTS)
    await measure([{ name: 'server, PostgreSQL', node: server, statements, requests }])
  } finally {
    await Promise.all([indexer.stop('SIGKILL'), server.stop('SIGKILL')])
    await postgres.close()
    await bucket.close()
    database.remove()
  }
}

function node(name: string, repository: string, args: string[], env: Record<string, string>): DocentNode {
  const folder = join(root, name)
  mkdirSync(folder, { recursive: true })
  const projects = Array.from({ length: PROJECTS }, (_, n) => ({
    id: `docs-${n}`,
    repository: pathToFileURL(repository).href,
    branch: 'main',
  }))
  const plugins = PLUGINS.map(([path, make]) => {
    const module = new URL(`../../../plugins/${path}/src/index.ts`, import.meta.url).href
    return `(await import('${module}')).${make}()`
  })
  const listed = env.DATABASE_URL ? `plugins: [${plugins}],` : ''
  const rest = JSON.stringify({ projects, indexing: { pollMinutes: 0 } })
  writeFileSync(join(folder, 'docent.config.mjs'), `export default { ${listed} ...${rest} }`)
  return new DocentNode(name, folder, args, { DOCENT_DATA: 'data', ...env })
}

async function untilIndexed(node: DocentNode): Promise<void> {
  await until('all projects are indexed', () => node.said(/^indexed /).length >= PROJECTS, INDEXED_MS)
  // What indexing left behind, such as threads that end when nobody needs them.
  await sleep(20_000)
}

async function measure([{ name, node, statements, requests }]: readonly [Measured]): Promise<void> {
  const look = async () => ({
    ...used(node.pid ?? raise(`${name} has no process.`)),
    statements: await statements(),
    requests: requests(),
    at: performance.now(),
  })
  const before = await look()
  await sleep(IDLE_S * 1_000)
  const after = await look()
  const seconds = (after.at - before.at) / 1_000
  const perSecond = (key: 'ticks' | 'wakeups' | 'statements' | 'requests') =>
    (after[key] - before[key]) / seconds
  row(
    name,
    ((perSecond('ticks') / TICKS_A_SECOND) * 100).toFixed(2),
    perSecond('wakeups').toFixed(0),
    perSecond('statements').toFixed(2),
    perSecond('requests').toFixed(2),
    String(after.mib),
  )
}

/** What Linux counts of a process: ticks of CPU time, how often its threads woke up, and resident memory. */
function used(pid: number): { ticks: number; wakeups: number; mib: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  const of = (text: string, name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0)
  const wakeups = readdirSync(`/proc/${pid}/task`)
    .map((task) => of(readFileSync(`/proc/${pid}/task/${task}/status`, 'utf8'), 'voluntary_ctxt_switches'))
    .reduce((sum, each) => sum + each, 0)
  const mib = Math.round(of(readFileSync(`/proc/${pid}/status`, 'utf8'), 'VmRSS') / 1_024)
  return { ticks: Number(stat[11]) + Number(stat[12]), wakeups, mib }
}

function makeRepository(): string {
  const folder = join(root, 'repository')
  mkdirSync(folder)
  for (const name of ['one', 'two', 'three'])
    writeFileSync(join(folder, `${name}.md`), `# Page ${name}\n\nThe turbine has a blade.\n`)
  const git = (...args: string[]) => execFileSync('git', ['-C', folder, ...args], { stdio: 'ignore' })
  git('init', '--initial-branch', 'main')
  git('add', '.')
  git('-c', 'user.name=Bench', '-c', 'user.email=bench@example.com', 'commit', '-m', 'Pages')
  return folder
}

function argument(name: string): string | undefined {
  const at = process.argv.indexOf(name)
  return at < 0 ? undefined : process.argv[at + 1]
}
