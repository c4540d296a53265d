import { fileURLToPath } from 'node:url'
import type { Job, JobStore } from '@docent/core/plugin'
import { runGit } from '@docent/git'

export interface Audit {
  completed: number
  /** What is wrong with a job: its status, missing files, unread messages, pull requests, repeated steps. */
  wrong: string[]
  pullRequests: number
  recordedSteps: number
}

/** Looks at what the jobs left in the store and in their repositories. */
export async function auditJobs(store: JobStore, jobs: readonly Job[]): Promise<Audit> {
  const audit: Audit = { completed: 0, wrong: [], pullRequests: 0, recordedSteps: 0 }
  const repositories = new Map<string, Map<string, number>>()
  for (const [n, { id, source }] of jobs.entries()) {
    const gitDir = fileURLToPath(source.repository)
    let pulls = repositories.get(gitDir)
    if (!pulls) {
      pulls = await pullsByBranch(gitDir)
      repositories.set(gitDir, pulls)
      audit.pullRequests += [...pulls.values()].reduce((sum, count) => sum + count, 0)
    }
    const job = (await store.get(id)) as Job
    const messages = await store.messages(id)
    const steps = await store.steps(id)
    audit.recordedSteps += steps.filter((step) => step.kind === 'model').length
    const wants = [`job-${n}.md`, `job-${n}-b.md`, ...(messages.length > 1 ? [`job-${n}-also.md`] : [])]
    const files = job.pullRequest ? await filesOf(gitDir, job.pullRequest.branch) : []
    const problems = [
      job.status === 'completed' ? '' : `is ${job.status}: ${job.messageToUser}`,
      ...wants.filter((file) => !files.includes(file)).map((file) => `lacks ${file}`),
      messages.every((message) => message.state === 'read') ? '' : 'has an unread message',
      pulls.get(source.ref) === 1 ? '' : `has ${pulls.get(source.ref) ?? 0} pull requests`,
      repeated(
        steps.map((step) => JSON.stringify(step.messages.filter((message) => message.role === 'assistant'))),
      ),
    ].filter((problem) => problem !== '')
    if (problems.length === 0) audit.completed++
    else audit.wrong.push(`job ${n}: ${problems.join('; ')}`)
  }
  return audit
}

/** A step that wrote the same file twice was asked of the model twice. */
function repeated(steps: readonly string[]): string {
  const writes = steps.flatMap((step) => [...step.matchAll(/"path":"([^"]+)"/g)].map((match) => match[1]))
  return new Set(writes).size === writes.length ? '' : `repeated a step: ${writes.join(', ')}`
}

export async function pullsByBranch(gitDir: string): Promise<Map<string, number>> {
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

export async function filesOf(gitDir: string, branch: string): Promise<string[]> {
  const { stdout } = await runGit(['ls-tree', '-r', '--name-only', `refs/heads/${branch}`], { gitDir })
  return stdout.toString().split('\n')
}
