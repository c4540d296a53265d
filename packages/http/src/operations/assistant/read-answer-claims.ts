import { json } from '@docent/core/plugin'
import { z } from 'zod'
import { defineOperation } from '../../calls/operation.ts'
import { OwnAnswer, ownAnswer } from '../schemas/own-answer.ts'

const MOST_WAIT_MS = 10_000

const Body = OwnAnswer.extend({
  waitMs: z
    .int()
    .min(0)
    .max(MOST_WAIT_MS)
    .default(0)
    .describe('How long the reply may wait for a check that still runs, in milliseconds.')
    .meta({ examples: [0] }),
})

export const readAnswerClaims = defineOperation({
  id: 'readAnswerClaims',
  summary: 'Read which sentences of an answer its passages support',
  description:
    'Anyone who can continue the thread can call this. If the stream of an answer contains the part `data-claims`, there is a result to read.',
  tag: 'Assistant',
  key: 'assistant',
  limit: 'claims',
  body: Body,
  reply: {
    status: 200,
    description: 'The verdicts, or why there are none.',
    content: {
      'application/json': z
        .object({
          status: z
            .enum(['checking', 'checked', 'unchecked'])
            .describe('`unchecked`: nobody checks this answer, or the check failed. Ask no more.'),
          threshold: z
            .number()
            .optional()
            .describe('With `checked`: a sentence below it counts as not supported.'),
          claims: z
            .array(
              z.object({
                start: z.int().describe('Of all text deltas of the answer joined, in UTF-16 units.'),
                end: z.int(),
                supported: z.number().describe('How well the passages support the sentence, from 0 to 1.'),
              }),
            )
            .optional()
            .describe('With `checked`: the sentences that were judged, in their order.'),
        })
        .meta({ id: 'AnswerClaims' }),
    },
  },
  async handle({ body, project, services, signal }) {
    const { waitMs } = body
    const answer = await services.readClaims.read({ project, ...ownAnswer(body), waitMs }, { signal })
    if (answer.status !== 'checked') return json({ status: answer.status })
    const { status, threshold, claims } = answer
    // Not by which passage: its page may be limited to others.
    return json({
      status,
      threshold,
      claims: claims.map(({ start, end, supported }) => ({ start, end, supported })),
    })
  },
})
