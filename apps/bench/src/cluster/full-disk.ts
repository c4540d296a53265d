import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Cluster, completed, createJobs, PROJECTS, projectAt, search, until } from './cluster.ts'
import { type DocentNode, raise } from './docent-node.ts'
import type { Findings } from './findings.ts'

const JOBS = 40
const FEW_JOBS = 10
const QUESTIONS = 40
const BETWEEN_MS = 500
const CLAIMS_NONE = /this worker claims no jobs/
const BRANCH = 'main'

/** The disks of a worker, of the indexer and of a server are full, one after the other. */
export async function fullDisk(cluster: Cluster, findings: Findings): Promise<void> {
  if (cluster.disks.length < cluster.all.length)
    raise('No file systems can be mounted: start it on Linux as root.')
  await fullWorker(cluster, findings)
  await fullIndexer(cluster, findings)
  await fullServer(cluster, findings)
}

async function fullWorker(cluster: Cluster, findings: Findings): Promise<void> {
  const [full, well] = cluster.workers
  const count = async (when: 'before' | 'during' | 'after', jobs: readonly string[], since: number) => {
    findings.note('jobs queued', when, jobs.length)
    findings.note('jobs completed', when, await completed(cluster, jobs), jobs.length)
    const endedBy = (node: DocentNode) =>
      node.said(/job ended on this worker/, since).filter(({ outcome }) => outcome === 'completed').length
    findings.note('completed by worker-1', when, endedBy(full), when === 'during' ? undefined : (n) => n > 0)
    findings.note('completed by worker-2', when, endedBy(well), (n) => n > 0)
    findings.note(
      'worker-1 says that it claims none',
      when,
      full.said(CLAIMS_NONE, since).length,
      when === 'during' ? 1 : 0,
    )
  }
  await count('before', await createJobs(cluster, FEW_JOBS), Date.now())

  const since = Date.now()
  const jobs = await createJobs(cluster, JOBS)
  const release = fill(full)
  await until('worker-1 claims no jobs', () => full.said(CLAIMS_NONE, since).length > 0)
  const closed = Date.now()
  await count('during', jobs, since)
  const claimed = full.said(/job started on this worker/, closed + BETWEEN_MS).length
  findings.note('jobs that worker-1 claimed when it was full', 'during', claimed, 0)
  const { status, body } = await full.ready()
  findings.note('readiness of worker-1', 'during', `${status} ${body.status}`, '200 degraded')

  release()
  await until('worker-1 claims jobs', () => full.said(/this machine can carry jobs again/, closed).length > 0)
  const freed = Date.now()
  await count('after', await createJobs(cluster, FEW_JOBS), freed)
}

async function fullIndexer(cluster: Cluster, findings: Findings): Promise<void> {
  const { indexer, servers } = cluster
  const since = Date.now()
  const release = fill(indexer)
  await addPage(cluster, PROJECTS[0], 'zeppelin')
  const during = await questions(cluster, servers)
  findings.note('indexer full: questions answered', 'during', during, QUESTIONS)
  findings.note('indexer full: the indexer warns', 'during', lines(indexer, since))
  findings.note(
    'indexer full: lines that name the disk',
    'during',
    indexer.said(/space|disk|ENOSPC/i, since).length,
    (n) => n > 0,
  )
  release()
  const freed = Date.now()
  for (const server of servers)
    await until(`${server.name} has the new page`, () => finds(cluster, server, PROJECTS[0], 'zeppelin'))
  findings.note('indexer full: seconds to the new page', 'after', seconds(freed))
}

async function fullServer(cluster: Cluster, findings: Findings): Promise<void> {
  const [well, full] = cluster.servers
  const since = Date.now()
  const release = fill(full)
  await addPage(cluster, PROJECTS[1], 'dirigible')
  await until('server-1 has the new page', () => finds(cluster, well, PROJECTS[1], 'dirigible'))
  const note = async (what: string) => {
    findings.note(
      `server-2 ${what}: questions answered`,
      'during',
      await questions(cluster, [full]),
      QUESTIONS,
    )
    const { status, body } = await full.ready(cluster.keys.admin)
    findings.note(`server-2 ${what}: readiness`, 'during', `${status} ${body.status}`, '200 degraded')
  }
  await note('full')
  findings.note(
    'server-2 full: lines that name the disk',
    'during',
    full.said(/space|disk|ENOSPC/i, since).length,
    (n) => n > 0,
  )
  findings.note('server-2 full: it warns', 'during', lines(full, since))
  const done = await completed(cluster, await createJobs(cluster, FEW_JOBS))
  findings.note('server-2 full: jobs completed', 'during', done, FEW_JOBS)
  await full.stop('SIGKILL')
  await full.start()
  await note('full and started anew')
  release()
  const freed = Date.now()
  await until('server-2 has the new page', () => finds(cluster, full, PROJECTS[1], 'dirigible'))
  findings.note('server-2 full: seconds to the new page', 'after', seconds(freed))
}

/** @returns how to make space again */
function fill(node: DocentNode): () => void {
  const path = join(node.data, 'ballast')
  const file = openSync(path, 'w')
  for (let size = 1024 * 1024; size > 0; ) {
    try {
      writeSync(file, Buffer.alloc(size))
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
      size = Math.floor(size / 2)
    }
  }
  closeSync(file)
  return () => rmSync(path)
}

async function addPage({ github }: Cluster, project: string, word: string): Promise<void> {
  const git = github.git(`acme/${project}`)
  const before = (await git.readFile(BRANCH, 'news.md')) ?? '# News\n'
  await git.commit(BRANCH, { 'news.md': `${before}\n## The ${word}\n\nA ${word} is new here.\n` })
}

async function finds(cluster: Cluster, server: DocentNode, project: string, word: string) {
  return (await search(cluster, server, project, word))?.includes(`A ${word} is new`) === true
}

async function questions(cluster: Cluster, servers: readonly DocentNode[]): Promise<number> {
  let answered = 0
  for (let n = 0; n < QUESTIONS; n += 1) {
    const server = servers[n % servers.length] ?? raise('There is no server.')
    if ((await search(cluster, server, projectAt(n))) !== undefined) answered += 1
    await sleep(BETWEEN_MS)
  }
  return answered
}

/** Its warnings and errors, each text with its count. */
export function lines(node: DocentNode, since: number): string {
  const counts = new Map<string, number>()
  for (const { level, msg } of node.said(/./, since))
    if (level >= 40) counts.set(msg, (counts.get(msg) ?? 0) + 1)
  return [...counts].map(([msg, count]) => `${count} × ${msg}`).join('; ')
}

export function seconds(since: number): number {
  return Math.round((Date.now() - since) / 100) / 10
}
