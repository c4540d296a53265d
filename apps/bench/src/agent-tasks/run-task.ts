import { type AgentTask, failuresOf, filesOf } from '@docent/server'
import { type RigRequest, type RigRun, runPrompt } from './task-rig.ts'

export interface TaskOutcome {
  id: string
  passed: boolean
  /** What was wrong, one line a check that did not hold. */
  failures: string[]
  run: RigRun
}

export async function runTask(task: AgentTask, request: Omit<RigRequest, 'files'>): Promise<TaskOutcome> {
  const before = filesOf(task)
  const run = await runPrompt(task.prompt, { ...request, files: before })
  const failures = await failuresOf(task, { before, after: run.files, closing: run.job.messageToUser })
  if (run.job.status !== 'completed') failures.unshift(`the job failed: ${run.job.messageToUser}`)
  return { id: task.id, passed: failures.length === 0, failures, run }
}
