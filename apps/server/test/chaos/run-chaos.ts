import { type ChildProcess, fork } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Job } from '@docent/core'
import { runGit } from '@docent/git'
import { createLocalRepository } from '@docent/git-local'
import { bundleProcess } from '../bundle-process.ts'
import { agentRig, rigProject } from '../crash/agent-rig.ts'

export interface ChaosOptions {
  jobs: number
  workers: number
  /** Kills (SIGKILL) and pauses (SIGSTOP longer than the lease) that must have happened before the end. */
  kills: number
  pauses: number
  /** Chance of a fault in each call of the host or the model. */
  faultRate: number
  /** Share of jobs that get a follow-up at a random moment. */
  followUps: number
  seed: number
  deadlineMs: number
}

export interface ChaosReport {
  /** Those that were asked for, and more when the kills and pauses were not reached with them. */
  jobs: number
  completed: number
  /** Jobs that did not end as completed, with what they say. */
  wrong: string[]
  pullRequests: number
  kills: number
  pauses: number
  followUps: number
  modelCalls: number
  recordedSteps: number
  ms: number
}

const LEASE_MS = 1000

/** Lets workers run jobs while they are killed and paused, and then counts what came of it. */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const directory = mkdtempSync(join(tmpdir(), 'docent-chaos-'))
  const children = new Set<ChildProcess>()
  const paused = new Set<ChildProcess>()
  let stopped = false
  try {
    await bundleProcess(new URL('./chaos-process.ts', import.meta.url), directory)
    const pages = join(directory, 'pages')
    mkdirSync(pages)
    writeFileSync(join(pages, 'index.md'), '# Home\n')
    const gitDir = join(directory, 'docs.git')
    await createLocalRepository({
      path: gitDir,
      from: pages,
      message: 'Begin',
      author: { name: 'A', email: 'a@example.com' },
      date: 1e12,
    })
    const repository = pathToFileURL(gitDir).href
    const rig = agentRig({ directory, script: [] })
    const project = rigProject(repository)
    await rig.projects.putOrganization({ id: project.organizationId, name: 'Default', limits: {} })
    await rig.projects.put(project)

    const began = Date.now()
    const jobs: Job[] = []
    const waiting: Array<{ job: Job; n: number }> = []
    const addJobs = async (count: number) => {
      for (let n = jobs.length, end = n + count; n < end; n++) {
        const messages = [{ role: 'user' as const, content: `Write the page of JOB-${n}` }]
        const job = await rig.create.execute({ project, apiVersion: 'v2', messages })
        jobs.push(job)
        if (Math.random() < options.followUps) waiting.push({ job, n })
      }
    }
    await addJobs(options.jobs)
    let seed = options.seed
    const calls = join(directory, 'calls')
    const notes = join(directory, 'notes')
    const spawn = () => {
      const child = fork(join(directory, 'chaos-process.mjs'), {
        env: {
          ...process.env,
          RIG_DIRECTORY: directory,
          RIG_CALLS: calls,
          RIG_NOTES: notes,
          RIG_SEED: String(seed++),
          RIG_FAULTS: String(options.faultRate),
        },
        execArgv: [],
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      })
      children.add(child)
      child.on('exit', () => {
        children.delete(child)
        paused.delete(child)
        if (!stopped) spawn()
      })
    }
    for (let n = 0; n < options.workers; n++) spawn()

    const counts = { kills: 0, pauses: 0, followUps: 0 }
    const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
    const isOver = async () => {
      const { jobs: active } = await rig.jobs.list({ projectId: project.id, status: 'active', limit: 1 })
      return active.length === 0 && waiting.length === 0
    }
    while (Date.now() - began < options.deadlineMs) {
      if (await isOver()) {
        if (counts.kills >= options.kills && counts.pauses >= options.pauses) break
        // Every kill and every pause must meet work.
        await addJobs(10)
      }
      await wait(120 + Math.random() * 200)
      const awake = [...children].filter((child) => !paused.has(child))
      const victim = awake[Math.floor(Math.random() * awake.length)]
      const dice = Math.random()
      if (victim && dice < 0.35) {
        counts.kills++
        victim.kill('SIGKILL')
      } else if (victim && dice < 0.5) {
        counts.pauses++
        paused.add(victim)
        victim.kill('SIGSTOP')
        setTimeout(() => {
          paused.delete(victim)
          victim.kill('SIGCONT')
        }, LEASE_MS * 1.6)
      }
      const next = waiting.splice(0, 1 + Math.floor(Math.random() * 3))
      for (const { job, n } of next) {
        await rig.send.execute({ project, id: job.id, prompt: `And write ALSO-${n}` })
        counts.followUps++
      }
    }
    stopped = true
    for (const child of children) child.kill('SIGKILL')

    const wrong: string[] = []
    let completed = 0
    let recordedSteps = 0
    const pulls = await allPulls(gitDir)
    for (const [n, { id }] of jobs.entries()) {
      const job = (await rig.jobs.get(id)) as Job
      const messages = await rig.jobs.messages(id)
      const steps = await rig.jobs.steps(id)
      recordedSteps += steps.filter((step) => step.kind === 'model').length
      const wants = [`job-${n}.md`, `job-${n}-b.md`, ...(messages.length > 1 ? [`job-${n}-also.md`] : [])]
      const files = job.pullRequest ? await filesOf(gitDir, job.pullRequest.branch) : []
      const problems = [
        job.status === 'completed' ? '' : `is ${job.status}: ${job.messageToUser}`,
        ...wants.filter((file) => !files.includes(file)).map((file) => `lacks ${file}`),
        messages.every((message) => message.state === 'read') ? '' : 'has an unread message',
        (pulls.get(job.source.ref) ?? 0) === 1 ? '' : `has ${pulls.get(job.source.ref) ?? 0} pull requests`,
        repeated(
          steps.map((step) =>
            JSON.stringify(step.messages.filter((message) => message.role === 'assistant')),
          ),
        ),
      ].filter((problem) => problem !== '')
      if (problems.length === 0) completed++
      else wrong.push(`job ${n}: ${problems.join('; ')}`)
    }
    const modelCalls = existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n').length : 0
    const total = [...pulls.values()].reduce((sum, count) => sum + count, 0)
    if (wrong.length > 0 && existsSync(notes))
      wrong.push(readFileSync(notes, 'utf8').split('\n').slice(-30).join('\n'))
    await rig.close()
    return {
      jobs: jobs.length,
      completed,
      wrong,
      pullRequests: total,
      ...counts,
      modelCalls,
      recordedSteps,
      ms: Date.now() - began,
    }
  } finally {
    stopped = true
    for (const child of children) child.kill('SIGKILL')
    rmSync(directory, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** A step that wrote the same file twice was asked of the model twice. */
function repeated(steps: readonly string[]): string {
  const writes = steps.flatMap((step) => [...step.matchAll(/"path":"([^"]+)"/g)].map((match) => match[1]))
  return new Set(writes).size === writes.length ? '' : `repeated a step: ${writes.join(', ')}`
}

async function allPulls(gitDir: string): Promise<Map<string, number>> {
  const { stdout } = await runGit(['for-each-ref', '--format=%(objectname)', 'refs/docent/pulls/'], {
    gitDir,
  })
  const byBranch = new Map<string, number>()
  for (const blob of stdout.toString().split('\n').filter(Boolean)) {
    const { stdout: json } = await runGit(['cat-file', 'blob', blob], { gitDir })
    const { branch } = JSON.parse(json.toString()) as { branch: string }
    byBranch.set(branch, (byBranch.get(branch) ?? 0) + 1)
  }
  return byBranch
}

async function filesOf(gitDir: string, branch: string): Promise<string[]> {
  const { stdout } = await runGit(['ls-tree', '-r', '--name-only', `refs/heads/${branch}`], { gitDir })
  return stdout.toString().split('\n')
}
