import { cpSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Cluster, PROJECTS, projectAt, search, until } from './cluster.ts'
import type { DocentNode } from './docent-node.ts'
import type { Findings } from './findings.ts'
import { seconds } from './full-disk.ts'

const PROBES = 20
const QUESTIONS = 50
const BETWEEN_MS = 500
const WORKS_AGAIN = /the store of the search index works again/

/** A server loses its data directory while the bucket is away, then a part of it; then what all nodes share is away. */
export async function emptyNode(cluster: Cluster, findings: Findings): Promise<void> {
  const { servers, workers, indexer, bucket, all, keys, database } = cluster
  const [well, empty] = servers
  const note = async (
    what: string,
    when: 'before' | 'during' | 'after',
    node: DocentNode,
    expected: string,
  ) => {
    const seen = new Set<string>()
    for (let n = 0; n < PROBES; n += 1) {
      const { status, body } = await node.ready(keys.admin)
      const held = /index of (\d+ of \d+)/.exec(body.parts?.searchIndex?.message ?? '')?.[1]
      seen.add([status, body.status, ...(held ? [held] : [])].join(' '))
      await sleep(BETWEEN_MS)
    }
    findings.note(
      `${what}: readiness of ${node.name}, ${PROBES} probes`,
      when,
      [...seen].join(', '),
      expected,
    )
  }
  const answers = async (
    what: string,
    when: 'before' | 'during' | 'after',
    server: DocentNode,
    expected: number,
  ) => {
    let answered = 0
    for (let n = 0; n < QUESTIONS; n += 1)
      if ((await search(cluster, server, projectAt(n))) !== undefined) answered += 1
    findings.note(`${what}: ${server.name} answers of ${QUESTIONS}`, when, answered, expected)
  }
  await Promise.all(all.map((node) => note('store away', 'before', node, '200 ok')))
  for (const server of servers) await answers('server-2 empty', 'before', server, QUESTIONS)

  await bucket.close()
  await empty.stop()
  emptyFolder(empty.data)
  const since = Date.now()
  await empty.start()
  // A node says that the bucket is silent when it has missed a few looks.
  await allAre('degraded', [well, ...workers, indexer])
  await Promise.all([
    note('server-2 empty', 'during', empty, `503 unavailable 0 of ${PROJECTS.length}`),
    note('store away', 'during', well, '200 degraded'),
    ...[...workers, indexer].map((node) => note('store away', 'during', node, '200 degraded')),
  ])
  await answers('server-2 empty', 'during', empty, 0)
  await answers('server-2 empty', 'during', well, QUESTIONS)
  findings.note('server-2 empty: "works again" was said', 'during', empty.said(WORKS_AGAIN, since).length, 0)

  await empty.stop()
  cpSync(join(well.data, 'index', PROJECTS[0]), join(empty.data, 'index', PROJECTS[0]), { recursive: true })
  await empty.start()
  await note('server-2 with one index', 'during', empty, `200 degraded 1 of ${PROJECTS.length}`)
  await answers('server-2 with one index', 'during', empty, Math.ceil(QUESTIONS / PROJECTS.length))

  const back = Date.now()
  await bucket.listen()
  await allAre('ok', [empty])
  findings.note('server-2 empty: seconds until it was ready', 'after', seconds(back))
  await allAre('ok', all)
  await Promise.all(all.map((node) => note('store away', 'after', node, '200 ok')))
  for (const server of servers) await answers('server-2 empty', 'after', server, QUESTIONS)
  findings.note(
    'server-2 empty: "works again" was said',
    'after',
    empty.said(WORKS_AGAIN, back).length,
    (n) => n <= 1,
  )

  database.stop()
  await Promise.all(servers.map((node) => note('PostgreSQL away', 'during', node, '503 unavailable')))
  database.resume()
  await allAre('ok', all)
  for (const server of servers) await answers('PostgreSQL away', 'after', server, QUESTIONS)
}

async function allAre(status: string, nodes: readonly DocentNode[]): Promise<void> {
  for (const node of nodes)
    await until(`${node.name} is ${status}`, async () => (await node.ready()).body.status === status)
}

function emptyFolder(folder: string): void {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true })
}
