import { setTimeout as sleep } from 'node:timers/promises'
import { Tally } from '../load/tally.ts'
import { ask, type Cluster, completed, createJobs, projectAt, search, until } from './cluster.ts'
import { raise } from './docent-node.ts'
import type { Findings } from './findings.ts'
import { lines, seconds } from './full-disk.ts'

const READERS = 50
const JOBS = 20
/** Of one reader, between two questions. */
const PAUSE_MS = 2_000
const CALM_MS = 15_000
const BUSY_MS = 2_000
const AWAY = /Redis does not answer/
const BACK = /Redis answers again/
const WAITS = /the job waits/

/** Redis is frozen for a while, while readers ask and jobs run. */
export function silentRedis(frozenMs: number) {
  return async (cluster: Cluster, findings: Findings): Promise<void> => {
    const { servers, workers, redis } = cluster
    const limited = [...servers, ...workers]
    const count = async (when: 'before' | 'during' | 'after', work: () => Promise<void>) => {
      const since = Date.now()
      const tally = new Tally()
      await withReaders(cluster, tally, work)
      const { latencies } = tally.figures()
      findings.note('answers', when, tally.done('answer'), (n) => n >= READERS)
      findings.note('answers that failed', when, tally.errors.length, 0)
      findings.note('slowest answer, ms', when, Math.round(latencies.answer?.max ?? 0))
      findings.note('half of the answers within, ms', when, latencies.answer?.p50 ?? 0)
      const said = (pattern: RegExp) => limited.map((node) => node.said(pattern, since).length).join(' ')
      return { since, said }
    }
    const before = await count('before', async () => {
      await sleep(CALM_MS)
      // Busy processes and a Redis that is well: nothing is to be said of Redis.
      for (const node of limited) node.signal('SIGSTOP')
      await sleep(BUSY_MS)
      for (const node of limited) node.signal('SIGCONT')
      await sleep(CALM_MS)
    })
    findings.note('"Redis does not answer", by server and worker', 'before', before.said(AWAY), '0 0 0 0')

    let jobs: string[] = []
    let readiness: string[] = []
    const during = await count('during', async () => {
      redis.freeze()
      const end = Date.now() + frozenMs
      jobs = await createJobs(cluster, JOBS)
      await sleep(Math.max(0, end - Date.now() - 1_000))
      readiness = await Promise.all(
        limited.map(async (node) => {
          const { status, body } = await node.ready()
          return `${status} ${body.status}`
        }),
      )
      await sleep(Math.max(0, end - Date.now()))
      redis.thaw()
      const thawed = Date.now()
      await until('all count in Redis', () =>
        limited.every((node) => node.said(BACK, thawed - 1_000).length > 0),
      )
      findings.note('seconds until all count in Redis', 'after', seconds(thawed))
    })
    findings.note('"Redis does not answer", by server and worker', 'during', during.said(AWAY), '1 1 1 1')
    findings.note('readiness, by server and worker', 'during', [...new Set(readiness)].join(), '200 degraded')
    const after = await count('after', () => sleep(CALM_MS))
    findings.note('jobs completed', 'after', await completed(cluster, jobs), JOBS)
    const waits = limited.flatMap((node) => node.said(WAITS, during.since))
    findings.note('jobs that waited', 'after', waits.length, 0)
    findings.note('"Redis does not answer", by server and worker', 'after', after.said(AWAY), '0 0 0 0')
    for (const node of limited) findings.note(`${node.name} warns`, 'during', lines(node, during.since))
  }
}

/** Readers ask both servers, by search and of the assistant, from before the work until after it. */
async function withReaders(cluster: Cluster, tally: Tally, work: () => Promise<void>): Promise<void> {
  let isOver = false
  const read = async (reader: number) => {
    await sleep((PAUSE_MS / READERS) * reader)
    for (let n = reader; !isOver; n += 1) {
      const server = cluster.servers[n % 2] ?? raise('There is no server.')
      const project = projectAt(n)
      await tally.watch('answer', async () => {
        const start = performance.now()
        const isAnswered =
          reader % 2
            ? await ask(cluster, server, project)
            : (await search(cluster, server, project)) !== undefined
        if (!isAnswered) throw new Error(`${server.name} did not answer.`)
        tally.time('answer', performance.now() - start)
      })
      await sleep(PAUSE_MS)
    }
  }
  const readers = Promise.all(Array.from({ length: READERS }, (_, reader) => read(reader)))
  try {
    await work()
  } finally {
    isOver = true
    await readers
  }
}
