import { z } from 'zod'
import { defineOperation } from '../requests/operation.ts'

const Body = z.object({
  fp: z
    .string()
    .min(1)
    .max(200)
    .describe('The fingerprint that the question was asked with.')
    .meta({ examples: ['anonymous'] }),
  threadId: z
    .string()
    .min(1)
    .max(200)
    .describe('The thread of the answer.')
    .meta({ examples: ['<threadId>'] }),
  threadKey: z.string().max(200).nullish().describe('Key of the thread, where the project requires one.'),
  messageId: z
    .string()
    .min(1)
    .max(200)
    .nullish()
    .describe(
      'Id of the answer, as the stream gave it (`messageId` of `start`, v1 `f:`). Default: the newest answer.',
    ),
  rating: z.enum(['up', 'down']).describe('Whether the answer helped.'),
  text: z.string().max(4_000).nullish().describe('What the reader says about it.'),
})

export const rateAssistantAnswer = defineOperation({
  id: 'rateAssistantAnswer',
  summary: 'Say whether an answer helped',
  description:
    'For anyone who could continue the thread. New feedback on the same answer replaces the earlier one. A regenerated answer takes its feedback along.',
  tag: 'Assistant',
  key: 'assistant',
  limit: 'feedback',
  body: Body,
  reply: { status: 204, description: 'It is kept.' },
  async handle({ body, project, services, signal }) {
    const { fp, threadId, threadKey, messageId, rating, text } = body
    await services.rateAnswer.rate(
      {
        project,
        fp,
        threadId,
        rating,
        text: text?.trim() ?? '',
        ...(typeof threadKey === 'string' ? { threadKey } : {}),
        ...(typeof messageId === 'string' ? { messageId } : {}),
      },
      { signal },
    )
    return { kind: 'empty', status: 204 }
  },
})
