import { appendFileSync } from 'node:fs'
import { type Claim, DocentError, type GitHost, type JobStore, type Lease } from '@docent/core/plugin'
import type { Script, ScriptedReply } from '@docent/testing'
import { agentRig } from '../crash/agent-rig.ts'
import { boundaryWraps } from '../crash/boundaries.ts'
import { openPostgresStores } from '../crash/postgres-stores.ts'
import { wrapMethods } from '../crash/wrap-methods.ts'
import type { HoldMessage } from './carried-on.ts'

/** A worker among several: its host loses replies and fails, its model breaks off, and its parent kills and pauses it. */
const directory = process.env.RIG_DIRECTORY ?? ''
const calls = process.env.RIG_CALLS ?? ''
const leaseMs = Number(process.env.RIG_LEASE_MS ?? '15000')
const faultRate = Number(process.env.RIG_FAULTS ?? '0')

/** Deterministic for a seed, so that a failing run can be looked at again (mulberry32). */
function random(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

const chance = random(Number(process.env.RIG_SEED ?? '1'))
const unlucky = () => chance() < faultRate

const script: Script = (options): ScriptedReply => {
  const said = JSON.stringify(options.prompt)
  const job = /JOB-(\d+)/.exec(said)?.[1] ?? '?'
  const step = options.prompt.filter((message) => message.role === 'assistant').length
  appendFileSync(calls, `${job} ${step} ${process.pid} ${Date.now()}\n`)
  if (unlucky()) {
    const error = new DocentError('model_failed', 'The model broke off.', { isRetryable: true })
    return { text: ['I was ', 'about to'], error, errorAfterDeltas: 1, cut: true }
  }
  const wrote = (path: string) => said.includes(`"path":"${path}"`)
  const write = (path: string): ScriptedReply => ({
    text: `Writing ${path}. `,
    toolCalls: [{ toolName: 'write_file', input: { path, content: `# ${path}\n` } }],
  })
  if (!wrote(`job-${job}.md`)) return write(`job-${job}.md`)
  if (!wrote(`job-${job}-b.md`)) return write(`job-${job}-b.md`)
  if (said.includes(`ALSO-${job}`) && !wrote(`job-${job}-also.md`)) return write(`job-${job}-also.md`)
  return { text: 'Done.' }
}

const REQUESTS = new Set([
  'remote',
  'findPullRequests',
  'openPullRequest',
  'updatePullRequest',
  'pullRequest',
])

/** A host whose requests fail before their effect, or after it with the reply lost, or come late. */
const wrapHost = (host: GitHost): GitHost =>
  wrapMethods(host, (method, call) => {
    if (!REQUESTS.has(method)) return undefined
    return async (...args) => {
      const fail = () =>
        Promise.reject(new DocentError('git_host_failed', 'The host did not answer.', { isRetryable: true }))
      if (unlucky()) return fail()
      if (unlucky()) await new Promise((resolve) => setTimeout(resolve, 50 + chance() * 200))
      const value = await call(...args)
      // A duplicated request: the host does it twice.
      if (method === 'openPullRequest' && unlucky()) await call(...args)
      return unlucky() ? fail() : value
    }
  })

/**
 * Claims of the jobs that this worker has, since the last recorded step of each. Five without a step give a job up, and
 * a strike hits all jobs of a worker: so none is made that would bring one to its fifth.
 */
const claims = new Map<string, number>()
const LAST_STRUCK_CLAIM = 3
/** With few, a lost job waits for its turn; with many, for the end of its lease alone. */
const CONCURRENCY = Number(process.env.CHAOS_SLOTS ?? '2')

/** True when a strike now would be a job's fifth attempt without progress. */
const isSpared = () => [...claims.values()].some((count) => count > LAST_STRUCK_CLAIM)

/** Strikes at any moment come from the parent: it is told whom to spare. */
let toldSpared = false
const tellSpared = (): void => {
  if (isSpared() === toldSpared) return
  toldSpared = !toldSpared
  process.send?.(toldSpared ? 'spare' : 'strike')
}

const countClaims = (store: JobStore): JobStore =>
  wrapMethods(store, (method, call) => {
    if (method === 'claim') {
      return async (...args) => {
        const claim = (await call(...args)) as Claim | undefined
        if (!claim) return claim
        claims.delete(claim.lease.jobId)
        claims.set(claim.lease.jobId, claim.attempts)
        process.send?.({ held: claim.lease.jobId, run: claim.job.run } satisfies HoldMessage)
        // What this worker lost by a pause is another's now, and is never given back.
        for (const lost of [...claims.keys()].slice(0, -CONCURRENCY)) claims.delete(lost)
        tellSpared()
        return claim
      }
    }
    if (!['record', 'settle', 'release', 'postpone'].includes(method)) return undefined
    return async (...args) => {
      const [{ jobId }] = args as [Lease]
      try {
        return await call(...args)
      } finally {
        if (method === 'record') claims.set(jobId, 0)
        else if (method !== 'postpone') claims.delete(jobId)
        if (method !== 'record') process.send?.({ left: jobId } satisfies HoldMessage)
        tellSpared()
      }
    }
  })

/**
 * Pauses itself, and after a few passes more kills itself, each time it has passed the boundary `RIG_STRIKE_AT` so
 * often. The line is written before: the parent counts what was struck, not what was planned.
 */
const everyPasses = Number(process.env.RIG_STRIKE_PASSES ?? '3')
let passes = 0
let nextStrike: 'pauses' | 'kills' = 'pauses'
const strikeAt = (boundary: string): void => {
  if (boundary !== process.env.RIG_STRIKE_AT || ++passes < everyPasses) return
  if (isSpared()) return
  passes = 0
  appendFileSync(process.env.RIG_STRIKES ?? '', `${nextStrike}\t${boundary}\n`)
  if (nextStrike === 'pauses') {
    nextStrike = 'kills'
    process.send?.('pausing')
    process.kill(process.pid, 'SIGSTOP')
  } else {
    process.kill(process.pid, 'SIGKILL')
    // The signal is asynchronous: nothing of this process may go on meanwhile.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  }
}
const boundaries = boundaryWraps(strikeAt)

/** A clock that is off: leases go by the store's. */
const skewMs = Number(process.env.RIG_CLOCK_MS ?? '0')
if (skewMs !== 0) {
  const now = Date.now
  Date.now = () => now() + skewMs
}
const database = process.env.RIG_DATABASE
const stores = database ? await openPostgresStores(database, process.env.RIG_DATABASE_DIRECT) : undefined

const rig = agentRig({
  directory,
  ...(stores && { stores }),
  script,
  ...boundaries,
  wrapStore: (store) => boundaries.wrapStore(countClaims(store)),
  wrapHost: (host) => boundaries.wrapHost(wrapHost(host)),
  leaseMs,
  heartbeatMs: leaseMs / 4,
  concurrency: CONCURRENCY,
  maxAttempts: 12,
  // No job is to wait in vain on a machine where all of it takes many times as long.
  settings: { maxOutageMs: 3_600_000 },
})
rig.worker.start()
process.on('SIGTERM', () => {
  rig.close().then(
    () => process.exit(0),
    () => process.exit(1),
  )
})
process.send?.('started')
