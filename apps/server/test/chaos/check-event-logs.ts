import { fileURLToPath } from 'node:url'
import type { Job, JobStore, StoredJobEvent } from '@docent/core/plugin'
import { filesOf, pullsByBranch } from './audit-jobs.ts'

/**
 * Proves by the log of each job and by its git host alone that nothing was lost, nothing happened twice, and nothing
 * happened that may not: gaps, runs that begin or end twice, steps outside of a run, files that were asked for and are
 * missing or were written twice, and pull requests other than the one.
 */
export async function checkEventLogs(store: JobStore, jobs: readonly Job[]): Promise<string[]> {
  const pulls = new Map<string, Map<string, number>>()
  const wrong: string[] = []
  for (const [n, { id, source }] of jobs.entries()) {
    const gitDir = fileURLToPath(source.repository)
    if (!pulls.has(gitDir)) pulls.set(gitDir, await pullsByBranch(gitDir))
    const log = await readLog(store, id)
    const problems = faultsOf(log)
    const count = pulls.get(gitDir)?.get(source.ref) ?? 0
    // A job without a pull request has no branch to read.
    const files = count > 0 ? await filesOf(gitDir, source.ref) : []
    for (const name of asked(log)) if (!files.includes(name)) problems.push(`the branch lacks ${name}`)
    if (count !== 1) problems.push(`the host has ${count} pull requests`)
    if (problems.length > 0) wrong.push(`log of job ${n}: ${problems.join('; ')}`)
  }
  return wrong
}

/** All events up to the end of the newest run. */
export async function readLog(store: JobStore, id: Job['id']): Promise<StoredJobEvent[]> {
  const log: StoredJobEvent[] = []
  const patience = AbortSignal.timeout(60_000)
  for await (const stored of store.events(id, 0, { signal: patience })) {
    log.push(stored)
    if (stored.event.type === 'run-finished' && (await store.get(id))?.run === stored.event.run) break
  }
  return log
}

/** What the log itself shows to be wrong. */
export function faultsOf(log: readonly StoredJobEvent[]): string[] {
  return [...legality(log), ...deeds(log), ...unannounced(log)]
}

function legality(log: readonly StoredJobEvent[]): string[] {
  const problems: string[] = []
  let run = 0
  let isActive = false
  for (const [index, { sequence, event }] of log.entries()) {
    if (sequence !== index + 1) problems.push(`event ${index + 1} has the number ${sequence}`)
    if (event.type === 'status' && event.status === 'active') {
      if (isActive) problems.push(`run ${event.run} began in the middle of run ${run}`)
      if (event.run !== run + 1) problems.push(`run ${event.run} followed run ${run}`)
      run = event.run
      isActive = true
    } else if (event.type === 'run-finished') {
      if (!isActive || event.run !== run) problems.push(`run ${event.run} ended and was not active`)
      if (event.status !== 'completed')
        problems.push(`run ${event.run} ${event.status}: ${event.messageToUser}`)
      isActive = false
    } else if (!isActive && event.type !== 'message' && event.type !== 'status') {
      problems.push(`${event.type} happened outside of a run`)
    }
  }
  if (isActive || run === 0) problems.push('the last run never ended')
  return problems
}

/** What may happen once: a file written, a pull request opened. */
function deeds(log: readonly StoredJobEvent[]): string[] {
  const written: string[] = []
  /** Since the step under way began: void when the log says that it begins again. */
  let ofStep: string[] = []
  let step: number | undefined
  const numbers = new Set<number>()
  for (const { event } of log) {
    if (event.type === 'step-restarted' && event.step === step) ofStep = []
    if (event.type === 'step-started') {
      written.push(...ofStep.splice(0))
      step = event.step
    }
    if (event.type === 'run-finished') {
      written.push(...ofStep.splice(0))
      step = undefined
    }
    if (event.type === 'file-changed') ofStep.push(event.path)
    if (event.type === 'pull-request') numbers.add(event.number)
  }
  written.push(...ofStep)
  const twice = written.filter((path, index) => written.indexOf(path) !== index)
  const problems = twice.map((path) => `${path} was written twice`)
  if (numbers.size !== 1) problems.push(`the log names ${numbers.size} pull requests`)
  return problems
}

/** Steps that said something, began again, and did not say that: whoever reads the log takes in their words twice. */
function unannounced(log: readonly StoredJobEvent[]): string[] {
  const problems: string[] = []
  let step: number | undefined
  let hasSpoken = false
  for (const { event } of log) {
    if (event.type === 'text' || event.type === 'tool-call') hasSpoken = true
    if (event.type === 'step-restarted' && event.step === step) hasSpoken = false
    if (event.type === 'run-finished') step = undefined
    if (event.type === 'step-started') {
      if (event.step === step && hasSpoken) problems.push(`step ${step} began again and did not say so`)
      step = event.step
      hasSpoken = false
    }
  }
  return problems
}

/** The files that the messages ask for. */
function asked(log: readonly StoredJobEvent[]): string[] {
  return log.flatMap(({ event }) => {
    if (event.type !== 'message') return []
    const job = /JOB-(\d+)/.exec(event.content)?.[1]
    if (job !== undefined) return [`job-${job}.md`, `job-${job}-b.md`]
    const also = /ALSO-(\d+)/.exec(event.content)?.[1]
    return also === undefined ? [] : [`job-${also}-also.md`]
  })
}
