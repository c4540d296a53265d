import { INDEX_PROBLEM_KINDS } from '@docent/core'
import { z } from 'zod'

const kind = z.enum(INDEX_PROBLEM_KINDS)
const severity = z
  .enum(['error', 'warning', 'note'])
  .describe(
    '`error`: a page or a description is missing. `warning`: a part is missing. `note`: for information only.',
  )

export const ProblemObject = z.object({
  kind,
  file: z.string().describe('Path in the repository.'),
  line: z.int().describe('From 1; 0 if it concerns the whole file.'),
  message: z.string(),
  severity,
})

export const ProblemGroupObject = z
  .object({
    kind,
    severity,
    count: z.int(),
    title: z.string().describe('What happened, with the count.'),
    advice: z.string().describe('What to do.'),
    examples: z.array(ProblemObject).describe('The first few.'),
  })
  .meta({ id: 'IndexProblems' })
