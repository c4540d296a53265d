import { z } from 'zod'
import { defineOperation } from '../../calls/operation.ts'
import { OwnAnswer, ownAnswer } from '../schemas/own-answer.ts'

const Body = OwnAnswer.extend({
  rating: z.enum(['up', 'down']).describe('Whether the answer helped.'),
  text: z.string().max(4_000).nullish().describe('What the reader says about it.'),
})

export const rateAssistantAnswer = defineOperation({
  id: 'rateAssistantAnswer',
  summary: 'Give feedback on an answer',
  description:
    'Anyone who can continue the thread can rate its answers. New feedback on the same answer replaces the old. If a reader regenerates an answer, its feedback is lost.',
  tag: 'Assistant',
  key: 'assistant',
  limit: 'feedback',
  body: Body,
  reply: { status: 204, description: 'Docent stored the feedback.' },
  async handle({ body, project, services, signal }) {
    const { rating, text } = body
    const said = { rating, text: text?.trim() ?? '' }
    await services.rateAnswer.rate({ project, ...ownAnswer(body), ...said }, { signal })
    return { kind: 'empty', status: 204 }
  },
})
