import { namedPage, pageUrl } from '@docent/core'
import { defined, json, type Project, type ReportedTurn } from '@docent/core/plugin'
import { z } from 'zod'
import { defineOperation } from '../../calls/operation.ts'
import { cursor, dateQuery, dates, endOf, limitOf, listEnd } from '../schemas/date-query.ts'
import { isoTime } from '../schemas/report-query.ts'
import { Outcome } from './list-threads.ts'

const ConversationObject = z
  .object({
    id: z.string().describe('Of the turn.'),
    timestamp: z.iso.datetime().describe('When the answer ended.'),
    query: z.string().describe('The question.'),
    response: z.string().describe('The answer as Markdown; what came of it when it was cut off.'),
    responseType: z
      .enum(['answer', 'clarifying_question'])
      .optional()
      .describe('`answer`; absent when the answer was cut off.'),
    sources: z.array(z.object({ title: z.string(), url: z.string(), path: z.string() })),
    resolutionStatus: z.enum(['answered', 'unanswered']),
    queryCategory: z.string().nullable().describe('Always null: Docent has no categories.'),
    pageUrl: z.string().nullable().describe('Address of the page that the reader was on.'),
    threadId: z.string(),
    fp: z.string(),
    outcome: Outcome,
    caller: z.enum(['web', 'api', 'other']),
    feedback: z
      .object({ rating: z.enum(['up', 'down']), text: z.string(), createdAt: z.iso.datetime() })
      .nullable(),
    searches: z.array(z.string()),
    model: z.string(),
    inputTokens: z.int(),
    outputTokens: z.int(),
    firstTextMs: z.number().nullable(),
    totalMs: z.number(),
  })
  .meta({ id: 'Conversation' })

export const listConversations = defineOperation({
  id: 'listConversations',
  summary: 'List conversations as questions and answers, newest first',
  description:
    'Returns one entry for each question with its answer. Entries of the same conversation have the same `threadId`.',
  tag: 'Analytics',
  key: 'admin',
  scope: 'read',
  query: z.object({
    ...dates,
    outcome: Outcome.optional().describe('Only answers that ended so.'),
    limit: limitOf(1_000, 100),
    cursor,
  }),
  reply: {
    status: 200,
    description: 'A page of questions with their answers.',
    content: { 'application/json': z.object({ conversations: z.array(ConversationObject), ...listEnd }) },
  },
  async handle({ query, project, services, signal }) {
    const { outcome } = query
    const asked = { ...dateQuery(query), ...defined({ outcome }) }
    const found = await services.threads.turnReport(project.id, asked, { signal })
    const conversations = found.entries.map((turn) => conversationView(project, turn))
    return json({ conversations, ...endOf(found.nextCursor) })
  },
})

function conversationView(project: Project, turn: ReportedTurn) {
  const { id, threadId, fp, outcome, caller = 'other', feedback, searches, model } = turn
  const { inputTokens, outputTokens, firstTextMs, totalMs } = turn
  const isWhole = outcome === 'answered' || outcome === 'unanswered'
  const { currentPath } = turn.asked
  return {
    id,
    timestamp: isoTime(turn.createdAt),
    query: turn.question,
    response: turn.answer,
    ...(isWhole ? { responseType: 'answer' } : {}),
    sources: turn.sources.map(({ title, url, path }) => ({ title, url, path })),
    resolutionStatus: outcome === 'answered' ? 'answered' : 'unanswered',
    queryCategory: null,
    pageUrl: typeof currentPath === 'string' ? pageUrl(project, namedPage(project, currentPath)) : null,
    threadId,
    fp,
    outcome,
    caller,
    feedback: feedback && { ...feedback, createdAt: isoTime(feedback.createdAt) },
    searches,
    model,
    inputTokens,
    outputTokens,
    firstTextMs,
    totalMs,
  }
}
