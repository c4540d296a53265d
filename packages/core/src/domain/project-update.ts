import { z } from 'zod'

/** One run that brings the index of a project up to its documentation. */
export const ProjectUpdate = z.object({
  id: z.string(),
  projectId: z.string(),
  status: z.enum(['queued', 'in_progress', 'success', 'failure']),
  source: z.enum(['api', 'dashboard', 'internal']),
  /** Milliseconds since the epoch. */
  createdAt: z.number(),
  endedAt: z.number().optional(),
  /** Counts and the time left, for people. */
  summary: z.string().optional(),
  logs: z.array(z.string()),
})
export type ProjectUpdate = z.output<typeof ProjectUpdate>
