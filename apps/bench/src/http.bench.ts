import { json } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { ResolvedModel } from '@docent/core'
import { startDocent } from './docent-under-test.ts'
import { median, quantile, row } from './figures.ts'
import { load, type WireRequest, wire } from './http-load.ts'
import { type MeasuredProcess, serveMeasured, startProcess } from './measured-process.ts'
import { type BenchServer, serve } from './stream/bench-server.ts'

/**
 * The agent API over HTTP: a job read and a job created, with authentication, validation, limits and SQLite, beside a
 * node:http server that echoes JSON of the same size. Requests for each second of the server's own CPU are requests a
 * second on one core, whatever else the machine does. Run with `node apps/bench/run.mjs http`.
 */
const CONNECTIONS = 32
const ROUND_MS = 3_000
const ROUNDS = 5
const PROMPT = JSON.stringify({ prompt: 'Fix the typo in the quickstart.' })

const JOB = {
  id: '01980000-0000-7000-8000-000000000000',
  status: 'active',
  source: { repository: 'file:///tmp/docent-bench-000000/docs.git', ref: 'docent/fix-the-typo-00000000' },
  model: 'bench:model',
  prLink: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  archivedAt: null,
}

const SERVERS: Readonly<Record<string, () => Promise<BenchServer>>> = {
  echo: echoServer,
  docent: docentServer,
}

/** The least: reads JSON, writes JSON. */
function echoServer(): Promise<BenchServer> {
  return serve(
    async (request, response) => {
      const body = request.method === 'POST' ? { ...JOB, ...((await json(request)) as object) } : JOB
      const text = JSON.stringify(body)
      response.writeHead(request.method === 'POST' ? 201 : 200, {
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Length': Buffer.byteLength(text),
      })
      response.end(text)
    },
    { get: '/', create: '/' },
  )
}

/** With one job that never ends, so that the worker has no time for the others: they are created and not run. */
async function docentServer(): Promise<BenchServer> {
  const started = Promise.withResolvers<void>()
  const { url, adminKey } = await startDocent(silentModel(started.resolve))
  const headers = { Authorization: `Bearer ${adminKey}` }
  const create = '/v2/agent/docs/job'
  const reply = await fetch(url + create, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: PROMPT,
  })
  const job = (await reply.json()) as { id: string }
  await started.promise
  return { url, paths: { get: `${create}/${job.id}`, create }, headers }
}

function silentModel(onCall: () => void): ResolvedModel['model'] {
  return {
    specificationVersion: 'v4',
    provider: 'bench',
    modelId: 'silent',
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error('The benchmark only streams.')),
    doStream: async () => {
      onCall()
      return { stream: new ReadableStream() }
    },
  }
}

interface Candidate {
  readonly name: string
  readonly server: MeasuredProcess
  readonly status: number
  readonly request: WireRequest
}

function candidates(echo: MeasuredProcess, docent: MeasuredProcess): Candidate[] {
  const candidate = (name: string, server: MeasuredProcess, operation: 'get' | 'create'): Candidate => {
    const path = server.paths[operation] ?? ''
    const isGet = operation === 'get'
    const text = isGet ? wire('GET', path, server.headers) : wire('POST', path, server.headers, PROMPT)
    return { name, server, status: isGet ? 200 : 201, request: () => text }
  }
  return [
    candidate('node:http echo, GET', echo, 'get'),
    candidate('Docent, GET job', docent, 'get'),
    candidate('node:http echo, POST', echo, 'create'),
    candidate('Docent, POST job', docent, 'create'),
  ]
}

async function measure({ server, status, request }: Candidate) {
  const before = await server.usage()
  const { requests, seconds, times } = await load(
    Number(new URL(server.url).port),
    CONNECTIONS,
    ROUND_MS,
    status,
    request,
  )
  const after = await server.usage()
  const cpuSeconds = (after.cpuUs - before.cpuUs) / 1e6
  return { perSecond: requests / seconds, perCpuSecond: requests / cpuSeconds, times }
}

async function main([flag, name]: readonly string[]): Promise<void> {
  if (flag === '--serve') {
    const start = SERVERS[name ?? '']
    if (!start) throw new Error(`There is no server ${name}.`)
    return serveMeasured(start)
  }
  const program = fileURLToPath(import.meta.url)
  const servers = await Promise.all([startProcess(program, 'echo'), startProcess(program, 'docent')])
  try {
    const all = candidates(...servers)
    const figures = all.map((candidate) => ({
      name: candidate.name,
      rounds: [] as Awaited<ReturnType<typeof measure>>[],
    }))
    for (const candidate of all) await measure(candidate)
    for (let round = 0; round < ROUNDS; round++)
      for (const [index, candidate] of all.entries()) figures[index]?.rounds.push(await measure(candidate))
    console.log(`${CONNECTIONS} connections, one request each at a time; medians of ${ROUNDS} rounds`)
    row('', 'a second', 'a CPU second', 'p50, ms', 'p99, ms')
    for (const { name, rounds } of figures) {
      const times = rounds.flatMap((round) => round.times)
      row(
        name,
        Math.round(median(rounds.map((round) => round.perSecond))).toLocaleString('en'),
        Math.round(median(rounds.map((round) => round.perCpuSecond))).toLocaleString('en'),
        quantile(times, 0.5).toFixed(2),
        quantile(times, 0.99).toFixed(2),
      )
    }
  } finally {
    for (const server of servers) await server.stop()
  }
}

await main(process.argv.slice(2))
