import { type EvaluationRun, EvaluationSettings, type SavedQuestion } from '@docent/core'
import { z } from 'zod'

const texts = z.array(z.string().min(1).max(1_000)).max(50)

/** Fields of one line of the file that `docent eval` reads. */
export const evaluationFields = {
  question: z.string().trim().min(1).max(1_000).describe('What a reader asks.'),
  pages: texts
    .optional()
    .describe('Paths of pages that should be found and cited.')
    .meta({ examples: [['/quickstart']] }),
  contains: texts.optional().describe('Texts that the answer must contain.'),
  refuses: z
    .boolean()
    .optional()
    .describe('Whether the answer must say that the documentation does not say.'),
}

export const SavedQuestionView = z
  .object({
    id: z.string(),
    ...evaluationFields,
    filter: z.record(z.string(), z.unknown()).optional(),
    savedAt: z.iso.datetime(),
  })
  .meta({ id: 'SavedQuestion' })

export function savedQuestionView({ savedAt, ...rest }: SavedQuestion): z.input<typeof SavedQuestionView> {
  return { ...rest, savedAt: new Date(savedAt).toISOString() }
}

const Count = z.object({ checked: z.int(), passed: z.int() })
const share = z.number().min(0).max(1)

export const EvaluationRunView = z
  .object({
    at: z.iso.datetime(),
    model: z
      .string()
      .optional()
      .describe('The model that answered; absent when questions were only searched for.'),
    settings: EvaluationSettings.optional().describe(
      'What was measured with, as the configuration says. Absent in results of earlier versions.',
    ),
    collection: z
      .object({ name: z.string(), documents: z.int() })
      .optional()
      .describe('The test collection that was searched instead of the documentation.'),
    retrieval: z.object({
      questions: z.int(),
      recallAt1: share,
      recallAt5: share,
      recallAt10: share,
      mrr: share,
      ndcgAt10: share,
    }),
    answers: z.object({ cites: Count, contains: Count, refuses: Count, passed: Count }).optional(),
    grounding: z
      .object({ names: z.int(), invented: z.int(), answers: z.int(), withInvented: z.int() })
      .optional()
      .describe(
        'Names in answers that were checked, and answers with one that the documentation does not have.',
      ),
    claims: z
      .object({ claims: z.int(), unsupported: z.int(), answers: z.int(), withUnsupported: z.int() })
      .optional()
      .describe('Sentences that were checked, and answers with one that the passages do not support.'),
    questions: z
      .array(
        z.object({
          question: z.string(),
          expected: z.array(z.string()),
          rank: z
            .int()
            .nullable()
            .describe('Place of the first expected page; null when it is not among the first 10.'),
          passed: z.boolean().nullable().optional(),
          invented: z.array(z.string()).optional(),
        }),
      )
      .describe('At most 100. Those that went wrong come first.'),
    isComparable: z
      .boolean()
      .describe('Whether every question is kept, so that the result can be compared with another one.'),
  })
  .meta({ id: 'EvaluationRun' })

export function evaluationRunView({
  at,
  compared,
  ...rest
}: EvaluationRun): z.input<typeof EvaluationRunView> {
  return { ...rest, at: new Date(at).toISOString(), isComparable: compared !== undefined }
}
