import { timeText } from '@docent/command-line'
import { ReadJobs, withoutPullRequestLine } from '@docent/core'
import type { CommandOutput, Docent, Job, Project } from '@docent/core/plugin'
import { type JobShape, jobShape } from '@docent/dashboard-api/for-commands'
import { printJobEvents, showJob } from './follow-job.ts'

export interface JobReport {
  docent: Docent
  owner: Project
  job: Job
  out: CommandOutput
  signal: AbortSignal
}

/** Follows a job if that was asked for, and says what became of it. */
export async function reportJob(
  { docent, owner, job, out, signal }: JobReport,
  { follow, json, isOver = false }: { follow: boolean; json: boolean; isOver?: boolean },
): Promise<JobShape> {
  let closing: string | undefined
  if (follow && json) await printJobEvents(docent, job, out, signal)
  else if (follow) closing = await showJob(docent, job, out, signal)
  const now = follow || isOver ? await docent.resolve(ReadJobs).get(owner, job.id) : job
  const view = jobShape(now)
  if (json) return view
  out.line(`Job ${view.id} is ${view.status}, on branch ${view.source.ref}.`)
  if (view.waiting !== null) out.line(waitingText(view.waiting))
  if (view.prLink !== null) out.line(`Pull request: ${view.prLink}`)
  if (now.status === 'active') out.line(`Follow it with "docent agent follow ${view.id}".`)
  else if (now.messageToUser !== '')
    out.line(withoutPullRequestLine(closing ?? now.messageToUser, now.pullRequest?.url))
  return view
}

function waitingText({ since, until, reason }: NonNullable<JobShape['waiting']>): string {
  return `It has been waiting since ${timeText(since)}, and its next try is at ${timeText(until)}: ${reason}`
}
