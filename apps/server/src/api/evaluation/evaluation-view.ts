import type { SavedQuestion } from '@docent/core'
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
