import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openaiChatWire, PostgresServer, SimulatedS3, simulateGithub } from '@docent/simulators'
import type { Script } from '@docent/testing'
import { startRedis } from '../queue-peers/redis.ts'
import { DocentNode, raise } from './docent-node.ts'

const PAGES = 20
const PLENTY = 1_000_000_000
/** A step of a model takes a moment: jobs of both workers are under way when something breaks. */
const STEP_MS = 300
const WAIT_MS = 300_000
export const PROJECTS = ['docs-0', 'docs-1', 'docs-2'] as const
const root = new URL('../../../../', import.meta.url)

export type Cluster = Awaited<ReturnType<typeof startCluster>>

/** Of each data directory, where it is on a disk of its own. */
const DISK = ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs']

/**
 * Two servers, two workers and an indexer, each with a data directory of its own, on a real PostgreSQL and Redis, with a
 * simulated bucket, model and GitHub. Resolves when both servers answer from the index of every project.
 */
export async function startCluster() {
  const folder = mkdtempSync(join(tmpdir(), 'docent-cluster-'))
  const database = await PostgresServer.start()
  const redis = await startRedis()
  const bucket = await SimulatedS3.start()
  const model = await openaiChatWire(script)
  const files = Object.fromEntries(
    Array.from({ length: PAGES }, (_, n) => [
      `page-${n}.md`,
      `# Page ${n}\n\nThe turbine ${n} has a blade.\n`,
    ]),
  )
  const repositories = PROJECTS.map((path) => ({ path: `acme/${path}`, files }))
  const github = await simulateGithub({ repositories })
  const plugin = (name: string, path: string, options: object = {}) =>
    `(await import(${JSON.stringify(new URL(`plugins/${path}/src/index.ts`, root).href)})).${name}(${JSON.stringify(options)})`
  const plugins = [
    plugin('postgres', 'store-postgres'),
    plugin('redisLimiter', 'limiter-redis', { url: `redis://127.0.0.1:${redis.port}` }),
    plugin('accounts', 'accounts-better-auth'),
    plugin('fileIndex', 'retriever-files'),
    plugin('gitWorkspaces', 'workspace-git'),
    plugin('sourceGit', 'source-git'),
    plugin('github', 'git-github', {
      ...{ baseUrl: github.apiUrl, token: github.createToken({}), writeIntervalMs: 0 },
    }),
    plugin('openaiCompatible', 'model-ai-sdk', {
      name: 'scripted',
      baseURL: model.baseURL,
      apiKey: 'sk-test',
    }),
  ]
  const rest = {
    projects: PROJECTS.map((id) => ({
      ...{ id, repository: github.gitUrl(`acme/${id}`), branch: 'main' },
      models: { agent: 'scripted:model', assistant: 'scripted:model' },
    })),
    limits: { keyPerMonth: PLENTY, organizationPerHour: PLENTY, ipPerDay: PLENTY, projectPerHour: PLENTY },
    agent: { concurrency: 4, organizationTokensPerDay: PLENTY },
    indexing: { pollMinutes: 0.05 },
  }
  const config = `export default { plugins: [${plugins.join(',\n')}], ...${JSON.stringify(rest)} }`
  const env = {
    ...bucket.environment,
    DOCENT_INDEX_STORE: `s3://${bucket.bucket}/docent`,
    DATABASE_URL: database.url,
    DOCENT_SECRET: 'one secret of all machines',
    DOCENT_DATA: 'data',
  }
  const disks: string[] = []
  const node = (name: string, ...args: string[]) => {
    const own = join(folder, name)
    const data = join(own, 'data')
    mkdirSync(data, { recursive: true })
    if (spawnSync('mount', [...DISK, data], { stdio: 'ignore' }).status === 0) disks.push(data)
    writeFileSync(join(own, 'docent.config.mjs'), config)
    return new DocentNode(name, own, args, env)
  }
  const serve = ['serve', '--http-only']
  const work = ['work', '--health-port', '0', '--only']
  const nodes = {
    servers: [node('server-1', ...serve), node('server-2', ...serve)] as const,
    workers: [node('worker-1', ...work, 'jobs'), node('worker-2', ...work, 'jobs')] as const,
    indexer: node('indexer', ...work, 'index'),
  }
  const all = [...nodes.servers, ...nodes.workers, nodes.indexer]
  const close = async () => {
    redis.thaw()
    await Promise.all(all.map((each) => each.stop('SIGKILL')))
    await Promise.all([bucket.close(), model.close(), github.close(), redis.stop()])
    database.remove()
    for (const disk of disks) spawnSync('umount', [disk])
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await nodes.servers[0].start()
    await Promise.all(all.slice(1).map((each) => each.start()))
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => close().finally(() => process.exit(1)))
    const keyOf = async (...kind: string[]) =>
      String(JSON.parse(await nodes.servers[0].run('keys', 'create', ...kind, '--json')).key)
    const keys = {
      admin: await keyOf('--kind', 'admin'),
      reader: await keyOf('--kind', 'assistant', '--project', PROJECTS.join(',')),
    }
    const cluster = { ...nodes, all, keys, database, redis, bucket, github, disks, close }
    for (const server of nodes.servers)
      for (const project of PROJECTS)
        await until(
          `${server.name} has ${project}`,
          async () => (await search(cluster, server, project)) !== undefined,
        )
    for (const each of all)
      await until(`${each.name} is ready`, async () => (await each.ready()).body.status === 'ok')
    return cluster
  } catch (error) {
    for (const { name, log } of all) for (const { msg } of log.slice(-5)) console.error(`${name}: ${msg}`)
    await close()
    throw error
  }
}

/** An agent writes one page; a reader gets a sentence. */
const script: Script<unknown> = async (call) => {
  const { messages, tools = [] } = call as {
    messages: { role: string; content: unknown }[]
    tools?: { function: { name: string } }[]
  }
  if (!tools.some(({ function: { name } }) => name === 'write_file'))
    return { text: 'The turbine has a blade.' }
  await sleep(STEP_MS)
  if (messages.some(({ role }) => role === 'assistant')) return { text: 'I added a page.' }
  const [, n = '0'] = /JOB-([\w-]+)/.exec(JSON.stringify(messages)) ?? []
  return {
    toolCalls: [{ toolName: 'write_file', input: { path: `job-${n}.md`, content: `# Job ${n}\n\nText.\n` } }],
  }
}

type Known = Pick<Cluster, 'keys'>

async function post(url: string, key: string, body: object): Promise<{ status: number; text: string }> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const reply = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: reply.status, text: await reply.text() }
}

/** @returns what was found, as text; undefined when nothing was, or when the server could not answer */
export async function search({ keys }: Known, server: DocentNode, project: string, query = 'turbine blade') {
  const { status, text } = await post(`${server.url}/discovery/v1/search/${project}`, keys.reader, { query })
  return status === 200 && text.includes('"path"') ? text : undefined
}

/** Asks the assistant, and reads the answer to its end. */
export async function ask({ keys }: Known, server: DocentNode, project: string): Promise<boolean> {
  const messages = [{ id: 'm', role: 'user', parts: [{ type: 'text', text: 'What has a turbine?' }] }]
  const url = `${server.url}/discovery/v2/assistant/${project}/message`
  const { status, text } = await post(url, keys.reader, { fp: 'anonymous', messages })
  return status === 200 && text.includes('"text-delta"') && !text.includes('"type":"error"')
}

/** Creates jobs over both servers, in turn over all projects. @returns their addresses below a server */
export async function createJobs({ servers, keys }: Pick<Cluster, 'servers' | 'keys'>, count: number) {
  const jobs: string[] = []
  for (let n = 0; n < count; n += 1) {
    const path = `/v2/agent/${projectAt(n)}/job`
    const prompt = `Add the page of JOB-${randomUUID()}.`
    const { status, text } = await post(`${servers[n % 2]?.url}${path}`, keys.admin, { prompt })
    jobs.push(`${path}/${JSON.parse(text).id ?? raise(`A job was refused with ${status}.`)}`)
  }
  return jobs
}

/** Waits until no job is active. @returns how many were completed */
export async function completed({ servers, keys }: Cluster, jobs: readonly string[]): Promise<number> {
  const headers = { authorization: `Bearer ${keys.admin}` }
  const status = async (path: string) =>
    ((await (await fetch(servers[0].url + path, { headers })).json()) as { status: string }).status
  let all: string[] = []
  await until('all jobs have ended', async () => {
    all = await Promise.all(jobs.map(status))
    return !all.includes('active')
  })
  return all.filter((each) => each === 'completed').length
}

export function projectAt(n: number): string {
  return PROJECTS[n % PROJECTS.length] ?? PROJECTS[0]
}

export async function until(
  what: string,
  look: () => Promise<boolean> | boolean,
  ms = WAIT_MS,
): Promise<void> {
  const end = Date.now() + ms
  while (!(await look())) {
    if (Date.now() > end) throw new Error(`It took too long until ${what}.`)
    await sleep(250)
  }
}
