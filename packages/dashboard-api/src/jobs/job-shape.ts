import { jobView } from '@docent/core'
import type { Job } from '@docent/core/plugin'
import { z } from 'zod'
import { JobSummaryObject, waitingView } from './job-views.ts'

/** A job as `--json` prints it: that of the HTTP API, with its title and its last words. */
export const JobShape = z.object({
  id: z.string(),
  status: z.enum(['active', 'completed', 'failed']),
  source: z.object({ repository: z.string(), ref: z.string() }),
  model: z.string(),
  prLink: z.string().nullable(),
  createdAt: z.string(),
  archivedAt: z.string().nullable(),
  title: z.string(),
  messageToUser: z.string(),
  waiting: JobSummaryObject.shape.waiting,
})
export type JobShape = z.input<typeof JobShape>

export function jobShape(job: Job): JobShape {
  const { title, messageToUser, waiting } = job
  return { ...jobView(job), title, messageToUser, waiting: waitingView(waiting) }
}
