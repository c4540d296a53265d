import { type ConversationDetail, NAME_VERDICTS } from '@docent/core'
import { json } from '@docent/core/plugin'
import { z } from 'zod'
import { defineOperation } from '../../calls/operation.ts'
import { isoTime } from '../schemas/report-query.ts'

const name = { text: z.string(), kind: z.string(), suggestion: z.string().optional() }
const Grounding = z
  .object({
    names: z.array(
      z.object({
        ...name,
        verdict: z.enum(NAME_VERDICTS),
        start: z.int(),
        end: z.int(),
        passage: z.int().optional(),
        unconfirmedWith: z.string().optional(),
      }),
    ),
    counts: z.record(z.string(), z.int()),
    uncheckedFrom: z.int().optional().describe('Names behind this position were not checked.'),
    removed: z
      .array(z.object({ ...name, by: z.enum(['strict', 'repair']) }))
      .optional()
      .describe('Invented names that the reader did not see.'),
  })
  .describe('What each name of the answer rests on; absent when it has none.')

const Claims = z
  .object({
    checker: z.string().describe('Name of the checker, or the model that judged.'),
    threshold: z.number().describe('A sentence below it counts as not supported.'),
    claims: z.array(
      z.object({
        start: z.int().describe('Of the answer, in UTF-16 units.'),
        end: z.int(),
        supported: z.number().describe('How well the cited passages support the sentence, from 0 to 1.'),
        passage: z.int().optional().describe('Of `passages`: the one that supports it best.'),
      }),
    ),
    passages: z.array(z.object({ url: z.string(), title: z.string() })).optional(),
    inputTokens: z
      .int()
      .optional()
      .describe('Tokens that a judging model read. They are part of the tokens of the answer.'),
    outputTokens: z.int().optional(),
  })
  .describe('Sentences that were checked after the answer; absent where the project does not ask for it.')

const Turn = z.object({
  id: z.string(),
  index: z.int(),
  createdAt: z.iso.datetime(),
  question: z.string(),
  asked: z.looseObject({}).describe('What came with the question: context, current path, filter.'),
  answer: z.string(),
  outcome: z.enum(['answered', 'unanswered', 'aborted', 'failed']),
  failure: z.string().optional().describe('Why a failed answer failed.'),
  sources: z.array(z.object({ path: z.string(), url: z.string(), title: z.string() })),
  searches: z.array(z.string()),
  grounding: Grounding.optional(),
  claims: Claims.optional(),
  model: z.string(),
  inputTokens: z.int(),
  outputTokens: z.int(),
  caller: z.enum(['web', 'api', 'other']).optional().describe('How the question came in.'),
  firstTextMs: z.number().nullable().describe('From the request to the first text; null without any.'),
  totalMs: z.number(),
  feedback: z
    .object({ rating: z.enum(['up', 'down']), text: z.string(), createdAt: z.iso.datetime() })
    .nullable(),
})

const Message = z.object({
  id: z.string(),
  role: z.enum(['user', 'assistant']),
  content: z.string(),
  createdAt: z.iso.datetime(),
})

export const getConversation = defineOperation({
  id: 'getConversation',
  summary: 'Read one conversation with the assistant',
  tag: 'Analytics',
  key: 'admin',
  scope: 'read',
  reply: {
    status: 200,
    description: 'The latest turns, up to 500, with the oldest first.',
    content: {
      'application/json': z.object({
        threadId: z.string(),
        fp: z.string(),
        createdAt: z.iso.datetime(),
        messages: z.array(Message).describe('The turns as messages: each question, then its answer.'),
        turns: z.array(Turn),
      }),
    },
  },
  async handle({ params, project, services, signal }) {
    const found = await services.readAnalytics.conversation(project, params.threadId ?? '', { signal })
    const { id, fp, createdAt, turns } = found
    return json({
      threadId: id,
      fp,
      createdAt: isoTime(createdAt),
      messages: turns.flatMap(messagesOf),
      turns: turns.map(turnView),
    })
  },
})

/** The question was asked before its answer ended. */
function messagesOf({ id, question, answer, createdAt, totalMs }: ConversationDetail['turns'][number]) {
  const askedAt = isoTime(Math.round(createdAt - totalMs))
  return [
    { id: `${id}-question`, role: 'user', content: question, createdAt: askedAt },
    { id, role: 'assistant', content: answer, createdAt: isoTime(createdAt) },
  ]
}

function turnView({ feedback, createdAt, ...turn }: ConversationDetail['turns'][number]) {
  return {
    ...turn,
    createdAt: isoTime(createdAt),
    feedback: feedback && { ...feedback, createdAt: isoTime(feedback.createdAt) },
  }
}
