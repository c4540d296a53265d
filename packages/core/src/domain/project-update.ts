import { z } from 'zod'

const files = z.array(z.string())

/** The commit that an update brought the index to, or that a preview shows, and the files of pages that changed by it. */
export const UpdateCommit = z.object({
  sha: z.string(),
  ref: z.string(),
  message: z.string().optional(),
  filesChanged: z.object({ added: files, modified: files, removed: files }),
})
export type UpdateCommit = z.output<typeof UpdateCommit>

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
  /** Times that it began without its process living to record an end. */
  attempts: z.number().optional(),
  /** How far a run is. */
  progress: z
    .object({ phase: z.string(), done: z.number(), total: z.number(), etaMs: z.number().nullable() })
    .optional(),
  /** Of documentation that comes from a repository. */
  commit: UpdateCommit.optional(),
})
export type ProjectUpdate = z.output<typeof ProjectUpdate>
