import { EvaluationSettings, QUESTION_ORIGINS } from '@docent/core'
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
  names: z.number(),
  invented: z.array(z.string()),
  claims: z.object({ checked: z.number(), unsupported: z.array(z.string()) }).exactOptional(),
  error: z.string().exactOptional(),
})

const Origin = z.enum(QUESTION_ORIGINS)

const Retrieval = z.object({
  questions: z.number(),
  recallAt1: z.number(),
  recallAt5: z.number(),
  recallAt10: z.number(),
  mrr: z.number(),
  ndcgAt10: z.number(),
})

/** What `docent eval --json` prints of one configuration. */
export const EvaluationShape = z.object({
  name: z.string(),
  report: z.object({
    retrieval: Retrieval,
    byOrigin: z.partialRecord(Origin, Retrieval).exactOptional(),
    answers: z.object({ cites: Count, contains: Count, refuses: Count, passed: Count }).exactOptional(),
    grounding: z
      .object({
        names: z.number(),
        invented: z.number(),
        answers: z.number(),
        withInvented: z.number(),
      })
      .exactOptional(),
    claims: z
      .object({
        claims: z.number(),
        unsupported: z.number(),
        answers: z.number(),
        withUnsupported: z.number(),
      })
      .exactOptional(),
    questions: z.array(
      z.object({
        question: z.string(),
        expected: z.array(z.string()),
        found: z.array(z.string()),
        rank: z.number().nullable(),
        searchMs: z.number(),
        origin: Origin.exactOptional(),
        answer: Answer.exactOptional(),
      }),
    ),
    settings: EvaluationSettings.exactOptional(),
    collection: z.object({ name: z.string(), documents: z.number() }).exactOptional(),
    rerank: z.object({ model: z.string(), fallbacks: z.number() }).exactOptional(),
  }),
})

/** What an embedding would cost, and the questions that it could change, by the rank of their page today. */
export const EmbeddingShape = z.object({
  model: z.string(),
  passages: z.number(),
  tokens: z.number(),
  requests: z.number(),
  costUsd: z.number().nullable(),
  questions: z.object({ first: z.number(), later: z.number(), missing: z.number() }),
})

/** Settings that two evaluations do not share. */
export const DifferentSettingsShape = z.array(
  z.object({
    setting: EvaluationSettings.keyof(),
    before: z.string().nullable(),
    after: z.string().nullable(),
  }),
)

/** How another evaluation differs, over the questions that both have. */
export const ComparisonShape = z.array(
  z.object({
    measure: z.enum([
      'recall@1',
      'recall@5',
      'MRR',
      'nDCG@10',
      'answers passed',
      'answers without invented names',
      'answers without unsupported claims',
    ]),
    questions: z.number(),
    difference: z.number(),
    low: z.number(),
    high: z.number(),
  }),
)
