import type { DayOfProject } from '@docent/core'
import { z } from 'zod'

/** One UTC day. */
export const DayObject = z.object({
  day: z.iso.date(),
  answers: z.int(),
  unanswered: z.int(),
  failed: z.int(),
  jobs: z.int(),
  failedJobs: z.int(),
  pullRequests: z.int().describe('Jobs created on that day that opened one.'),
  mergedPullRequests: z
    .int()
    .describe('Jobs created on that day of which a pull request was merged, whenever that was.'),
  dollars: z.number().describe('US dollars of answers and jobs, as far as prices are known.'),
})

export function dayView({ day, ...rest }: DayOfProject): z.input<typeof DayObject> {
  return { day: new Date(day).toISOString().slice(0, 10), ...rest }
}
