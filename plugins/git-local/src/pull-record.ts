import { z } from 'zod'

/** A pull request as it is kept in a blob under `refs/docent/pulls/<number>`. */
export const PullRecord = z.object({
  number: z.int().min(1),
  /** Number of the pull request of the same branch that was opened before. */
  previous: z.int().min(1).optional(),
  /** Cannot be guessed: by it the page of the pull request is opened. */
  token: z.string().regex(/^[0-9a-f]{32}$/),
  title: z.string(),
  body: z.string(),
  branch: z.string(),
  base: z.string(),
  /** Merge base with the base branch at opening: the diff of a merged pull request begins here. */
  baseCommit: z.string(),
  headCommit: z.string(),
  state: z.enum(['open', 'merged', 'closed']),
  draft: z.boolean(),
  labels: z.array(z.string()),
  createdAt: z.number(),
})

export type PullRecord = z.infer<typeof PullRecord>
