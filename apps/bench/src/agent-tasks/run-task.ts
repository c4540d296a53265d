import type { AgentTask, TaskResult } from './agent-task.ts'
import { SITE } from './fixture-site.ts'
import { type RigRequest, type RigRun, runPrompt } from './task-rig.ts'

export interface TaskOutcome {
  id: string
  passed: boolean
  /** What was wrong, one line a check that did not hold. */
  failures: string[]
  run: RigRun
}

/** The repository that a task begins with. */
export function filesOf(task: AgentTask): Map<string, string> {
  const files = new Map(Object.entries(SITE))
  for (const [path, text] of Object.entries(task.files ?? {})) {
    if (text === null) files.delete(path)
    else files.set(path, text)
  }
  return files
}

/** What does not hold of a result. */
export async function failuresOf(task: AgentTask, result: TaskResult): Promise<string[]> {
  const answers = await Promise.all(task.checks.map((check) => check(result)))
  return answers.filter((failure) => failure !== undefined)
}

export async function runTask(task: AgentTask, request: Omit<RigRequest, 'files'>): Promise<TaskOutcome> {
  const before = filesOf(task)
  const run = await runPrompt(task.prompt, { ...request, files: before })
  const failures = await failuresOf(task, { before, after: run.files, closing: run.job.messageToUser })
  if (run.job.status !== 'completed') failures.unshift(`the job failed: ${run.job.messageToUser}`)
  return { id: task.id, passed: failures.length === 0, failures, run }
}
