import { z } from 'zod'

const Count = z.object({ checked: z.number(), passed: z.number() })
const check = z.boolean().nullable()

const Answer = z.object({
  text: z.string(),
  cited: z.array(z.string()).readonly(),
  unanswered: z.boolean(),
  checks: z.object({ cites: check, contains: check, refuses: check }),
  passed: check,
  totalMs: z.number(),
  error: z.string().exactOptional(),
})

/** What `docent eval --json` prints of one configuration. */
export const EvaluationShape = z.object({
  name: z.string(),
  report: z.object({
    retrieval: z.object({
      questions: z.number(),
      recallAt1: z.number(),
      recallAt5: z.number(),
      recallAt10: z.number(),
      mrr: z.number(),
      ndcgAt10: z.number(),
    }),
    answers: z.object({ cites: Count, contains: Count, refuses: Count, passed: Count }).exactOptional(),
    questions: z.array(
      z.object({
        question: z.string(),
        expected: z.array(z.string()),
        found: z.array(z.string()),
        rank: z.number().nullable(),
        searchMs: z.number(),
        answer: Answer.exactOptional(),
      }),
    ),
    rerank: z.object({ model: z.string(), fallbacks: z.number() }).exactOptional(),
  }),
})
