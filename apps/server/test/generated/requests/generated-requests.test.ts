import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FROM_SOURCES } from '../../../../../scripts/from-sources.ts'
import type { Stall } from '../loop-stalls.ts'
import { type GeneratedRequest, generatedRequests } from './generated-request.ts'
import { type Outcome, sendRequest } from './send-request.ts'
import type { ServerFacts, ServerMessage } from './server-messages.ts'

const TOTAL = Number(process.env.GENERATED_REQUESTS ?? 200)
/** A short run is the same each time; a long one looks where none has looked. */
const IS_LONG = process.env.GENERATED_REQUESTS !== undefined
const SEED = Number(process.env.GENERATED_SEED ?? (IS_LONG ? Date.now() % 1_000_000 : 1))
/** Of one server; the next one begins with empty data. */
const ROUND = 5_000
const AT_ONCE = 8
/** CPU time. A short run is mostly the first use of everything, on a machine of any speed. */
const STALL_MS = IS_LONG ? 200 : 2_000

interface Sent {
  readonly request: GeneratedRequest
  readonly sentAt: number
  endedAt: number
}

interface Round {
  readonly statuses: Map<number, number>
  readonly findings: string[]
  readonly waits: Stall[]
}

const brief = ({ method, path, headers, body }: GeneratedRequest) =>
  `${method} ${path.slice(0, 300)} ${JSON.stringify(headers).slice(0, 600)} ${String(body).slice(0, 600)}`

async function start(): Promise<{ child: ChildProcess; facts: ServerFacts }> {
  const child = fork(new URL('./server-process.ts', import.meta.url), {
    execArgv: [...FROM_SOURCES],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const [facts] = (await once(child, 'message')) as [ServerMessage]
  if (facts.kind !== 'started') throw new Error(`The server says: ${JSON.stringify(facts)}`)
  return { child, facts }
}

/** Ids that replies name, so that later requests reach what earlier ones made. */
class KnownNames extends Map<string, string[]> {
  learn({ path }: GeneratedRequest, { status, text, type }: Outcome): void {
    if (status >= 300 || !type.includes('json')) return
    const id = /"(?:id|threadId|statusId)":"([^"]{1,80})"/.exec(text)?.[1]
    if (id === undefined) return
    const name = /thread|message/.test(path) ? 'threadId' : /update/.test(path) ? 'statusId' : 'id'
    for (const each of [name, ...(/feedback/.test(path) ? ['feedbackId'] : [])])
      this.set(each, [...(this.get(each) ?? []).slice(-20), id])
  }
}

async function round(seed: number, count: number): Promise<Round> {
  const { child, facts } = await start()
  const found: Round = { statuses: new Map(), findings: [], waits: [] }
  const recent: Sent[] = []
  let isOver = false
  const duringStall = ({ endedAt, wallMs }: Stall) =>
    recent.filter(({ sentAt, endedAt: ended }) => sentAt <= endedAt && ended >= endedAt - wallMs - 20)
  child.on('message', (message: ServerMessage) => {
    if (message.kind === 'failure') found.findings.push(`log: ${message.line.slice(0, 2_000)}`)
    if (message.kind !== 'stall') return
    found.waits.push(message)
    if (message.cpuMs <= STALL_MS) return
    const requests = duringStall(message).map(({ request }) => `    ${brief(request)}`)
    found.findings.push(`stall of ${message.wallMs} ms, CPU ${message.cpuMs} ms:\n${requests.join('\n')}`)
  })
  child.on('exit', (code, signal) => {
    if (!isOver) found.findings.push(`the server ended: ${code ?? signal}`)
  })
  const names = new KnownNames([
    ...['projectId', 'domain'].map((name) => [name, ['docs']] as [string, string[]]),
    ['host', ['nowhere', 'github', 'local']],
    ['userId', [facts.userId]],
    ['path', ['index', 'guides/start', 'index.md']],
    ['fp', ['ann']],
  ])
  const arbitrary = generatedRequests(facts, names)
  /** Few values a sample: names of later ones are known then. */
  let left = count
  let batch = 0
  let requests: GeneratedRequest[] = []
  const next = () => {
    if (requests.length === 0 && left > 0) {
      requests = fc.sample(arbitrary, { seed: seed + batch++, numRuns: Math.min(50, left) })
      left -= requests.length
    }
    return requests.pop()
  }
  const work = async () => {
    for (let request = next(); request && !isOver; request = next()) {
      const sent: Sent = { request, sentAt: Date.now(), endedAt: Number.POSITIVE_INFINITY }
      if (recent.push(sent) > 100) recent.shift()
      const outcome = await sendRequest(facts.url, request)
      sent.endedAt = Date.now()
      found.statuses.set(outcome.status, (found.statuses.get(outcome.status) ?? 0) + 1)
      names.learn(request, outcome)
      if (child.exitCode !== null) isOver = true
      if (outcome.status === 500 || (outcome.status === 0 && /within a minute/.test(outcome.text)))
        found.findings.push(`${outcome.status} ${outcome.text.slice(0, 500)}\n    ${brief(request)}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  isOver = true
  if (child.exitCode === null) {
    const ended = once(child, 'exit')
    child.send('stop')
    await ended
  }
  return found
}

test(
  `${TOTAL} generated requests neither crash nor stall the server, and none is an unexpected failure`,
  async () => {
    const statuses = new Map<number, number>()
    const findings: string[] = []
    const waits: Stall[] = []
    const began = performance.now()
    for (let sent = 0; sent < TOTAL; sent += ROUND) {
      const found = await round(SEED + sent, Math.min(ROUND, TOTAL - sent))
      for (const [status, count] of found.statuses) statuses.set(status, (statuses.get(status) ?? 0) + count)
      findings.push(...found.findings)
      waits.push(...found.waits)
      if (TOTAL > ROUND)
        console.log(
          JSON.stringify({
            sent: sent + ROUND,
            findings: findings.length,
            s: Math.round((performance.now() - began) / 1_000),
          }),
        )
    }
    const figures = {
      requests: TOTAL,
      seed: SEED,
      seconds: Math.round((performance.now() - began) / 1_000),
      statuses: Object.fromEntries([...statuses].sort(([a], [b]) => a - b)),
      longestCpuMs: Math.max(0, ...waits.map(({ cpuMs }) => cpuMs)),
      longestWaitMs: Math.max(0, ...waits.map(({ wallMs }) => wallMs)),
    }
    console.log(JSON.stringify(figures))
    expect(findings, `seed ${SEED}`).toEqual([])
    expect(statuses.get(200) ?? 0).toBeGreaterThan(TOTAL / 50)
  },
  4 * 3_600_000,
)
