import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { PostgresServer } from '@docent/simulators'
import { median, quantile, row } from './figures.ts'
import { throughput } from './job-store-load.ts'
import { QUEUES } from './queue-peers/queue-list.ts'
import type { QueueAddresses, QueuePeer } from './queue-peers/queue-peer.ts'
import { startRedis } from './queue-peers/redis.ts'

/**
 * The queue of agent jobs on PostgreSQL beside pg-boss, graphile-worker, BullMQ and a bare SKIP LOCKED loop, in one run
 * and in turns. Every commit of PostgreSQL is flushed. Measures creates and runs a second, and the time from a create to
 * the start of its job with 4 worker processes. Run with `node apps/bench/run.mjs queues`, or `… queues short`.
 */
const [role, ...args] = process.argv.slice(2)
const isShort = role === 'short'
const JOBS = isShort ? 300 : 1_000
const ROUNDS = isShort ? 1 : 3
const CALLERS = 20
const WORKERS = 4
const WARM_UP = 400
const PER_SECOND = 50
const SECONDS = isShort ? 3 : 10

interface Figures {
  creates: number[]
  runs: number[]
  starts: number[]
}

if (role === 'worker') await work(args)
else await measure()

/** A worker process: tells when each job began. */
async function work([name = '', postgres = '', redisPort = '']: string[]): Promise<void> {
  const peer = QUEUES.find((each) => each.name === name)
  const queue = await peer?.open({ postgres, redisPort: Number(redisPort) })
  await queue?.work(1, (id) => process.send?.({ id, at: performance.timeOrigin + performance.now() }))
  process.send?.('ready')
}

async function measure(): Promise<void> {
  const server = await PostgresServer.start(true)
  const redis = await startRedis()
  const addresses = { postgres: server.url, redisPort: redis.port }
  const figures = new Map<QueuePeer, Figures>(
    QUEUES.map((peer) => [peer, { creates: [], runs: [], starts: [] }]),
  )
  try {
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [peer, { creates, runs }] of figures) {
        const { created, ran } = await measureRates(peer, addresses, round)
        creates.push(created)
        runs.push(ran)
      }
    for (const [peer, { starts }] of figures) starts.push(...(await measureStarts(peer, addresses)))
    print(figures)
  } finally {
    await redis.stop()
    server.remove()
  }
}

async function measureRates(peer: QueuePeer, addresses: QueueAddresses, round: number) {
  const queue = await peer.open(addresses)
  let made = 0
  const created = await throughput(CALLERS, JOBS, () => queue.create(`${round}-${made++}`))
  let left = JOBS
  const ended = Promise.withResolvers<void>()
  const began = performance.now()
  await queue.work(CALLERS, () => {
    left -= 1
    if (left === 0) ended.resolve()
  })
  await ended.promise
  const ran = (JOBS / (performance.now() - began)) * 1_000
  await queue.close()
  return { created, ran }
}

/** Paced creates, each timed from the call to its start in one of 4 processes. */
async function measureStarts(peer: QueuePeer, addresses: QueueAddresses): Promise<number[]> {
  const started = new Map<string, number>()
  const command = ['worker', peer.name, addresses.postgres, String(addresses.redisPort)]
  const workers = Array.from({ length: WORKERS }, () =>
    fork(fileURLToPath(import.meta.url), command, { execArgv: process.execArgv }),
  )
  for (const worker of workers) {
    await once(worker, 'message')
    worker.on('message', ({ id, at }: { id: string; at: number }) => started.set(id, at))
  }
  const queue = await peer.open(addresses)
  // Code and connections of a process that has just begun are cold.
  const warm = Array.from({ length: WARM_UP }, (_, n) => `warm-${n}`)
  await Promise.all(warm.map((id) => queue.create(id)))
  while (warm.some((id) => !started.has(id))) await sleep(20)
  const called = new Map<string, number>()
  const creates: Promise<unknown>[] = []
  const began = performance.now()
  for (let n = 0; n < PER_SECOND * SECONDS; n += 1) {
    called.set(`paced-${n}`, performance.timeOrigin + performance.now())
    creates.push(queue.create(`paced-${n}`))
    await sleep(Math.max(0, began + ((n + Math.random()) * 1_000) / PER_SECOND - performance.now()))
  }
  await Promise.all(creates)
  while ([...called.keys()].some((id) => !started.has(id))) await sleep(20)
  for (const worker of workers) worker.kill('SIGKILL')
  await queue.close()
  return [...called].map(([id, at]) => (started.get(id) ?? 0) - at)
}

function print(figures: ReadonlyMap<QueuePeer, Figures>): void {
  const floor = [...figures.values()][0]
  const times = (values: number[], others: number[] = []) =>
    `${Math.round(median(values))} (${(median(values) / median(others)).toFixed(2)} ×)`
  row('', 'creates/s', 'runs/s', 'start p50, ms', 'p99, ms')
  for (const [{ name }, { creates, runs, starts }] of figures) {
    const late = [quantile(starts, 0.5).toFixed(1), quantile(starts, 0.99).toFixed(1)]
    row(name, times(creates, floor?.creates), times(runs, floor?.runs), ...late)
  }
  for (const { name, note } of figures.keys()) console.log(`${name}: ${note}`)
}
