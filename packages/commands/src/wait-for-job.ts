import { expectedLeft } from '@docent/command-line'
import type { Todo } from '@docent/core'
import type { CommandOutput } from '@docent/core/plugin'
import { Clock, type Docent, type Job } from '@docent/core/plugin'
import { jobEvents } from './follow-job.ts'

/** Waits until the present run of a job has finished. The tasks that the agent has planned are the progress. */
export async function waitForJob(
  docent: Docent,
  job: Job,
  out: CommandOutput,
  signal: AbortSignal,
): Promise<void> {
  const clock = docent.resolve(Clock)
  const began = clock.now()
  let label = `job ${job.id}: waiting for a worker`
  let todos: readonly Todo[] = job.todos
  const report = () => {
    const done = todos.filter(({ status }) => status === 'completed' || status === 'cancelled').length
    const total = todos.length
    out.progress({ label, done, total, msLeft: expectedLeft(done, total, clock.now() - began) })
  }
  report()
  for await (const event of jobEvents(docent, job, signal)) {
    if (event.type === 'todos') todos = event.todos
    else if (event.type === 'step-started') label = `job ${job.id}: step ${event.step}`
    else if (event.type === 'waiting') label = `job ${job.id}: waiting until ${event.until}`
    else continue
    report()
  }
  out.progress(null)
}
