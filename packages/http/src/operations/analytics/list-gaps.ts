import { GAP_STATES, type ProjectGap } from '@docent/core'
import { json } from '@docent/core/plugin'
import { z } from 'zod'
import { defineOperation } from '../../calls/operation.ts'
import { integerParameter } from '../schemas/integer-parameter.ts'
import { isoTime, period, reportPeriod } from '../schemas/report-query.ts'

/** Wordings of one gap that are shown. */
const MAX_QUESTIONS = 20

const Gap = z
  .object({
    id: z.string().describe('For `POST …/gaps/{gapId}/job`, with the same period.'),
    title: z
      .string()
      .describe('Its most frequent wording; a follow-up stands behind the question that it follows.'),
    terms: z.array(z.string()).describe('Words that most of its questions share, at most 5.'),
    count: z.int().describe('Times it was asked.'),
    firstAskedAt: z.iso.datetime(),
    lastAskedAt: z.iso.datetime(),
    days: z
      .array(z.object({ day: z.iso.date(), count: z.int() }))
      .describe('Number of questions per day (UTC), oldest first. Days without a question are left out.'),
    questions: z
      .array(
        z.object({
          question: z.string(),
          follows: z.string().nullable().describe('The earlier question that a follow-up is about.'),
          count: z.int(),
          threadId: z.string(),
        }),
      )
      .describe('At most 20 wordings, the most frequent first.'),
    state: z.enum(GAP_STATES).describe('Open, unless a person dismissed or snoozed it.'),
    snoozedUntil: z.iso.datetime().nullable().describe('When a snoozed gap is open again.'),
    jobId: z.string().nullable().describe('The newest agent job that was made of it.'),
  })
  .meta({ id: 'Gap' })

export const listGaps = defineOperation({
  id: 'listGaps',
  summary: "List what readers asked and the documentation doesn't answer",
  description:
    'Groups unanswered questions by the words that they share. If there are more than 2,000 questions in the period, it groups the latest 2,000.',
  tag: 'Analytics',
  key: 'admin',
  scope: 'read',
  query: z.object({
    ...period,
    state: z
      .enum(GAP_STATES)
      .default('open')
      .describe(
        'A dismissed gap is open again when somebody asks who had not asked before; a snoozed one at its time.',
      ),
    limit: integerParameter(1, 100).default(20).describe('Most groups, 1 to 100.'),
  }),
  reply: {
    status: 200,
    description: 'Groups, with the most frequent first.',
    content: { 'application/json': z.object({ gaps: z.array(Gap), total: z.int() }) },
  },
  async handle({ query, project, services, signal }) {
    const all = await services.gaps.list(project, reportPeriod(query), { signal })
    const gaps = all.filter(({ state }) => state === query.state)
    const shown = await services.gaps.withJobs(project, gaps.slice(0, query.limit), { signal })
    return json({ gaps: shown.map(gapView), total: gaps.length })
  },
})

function gapView(gap: ProjectGap & { jobId: string | null }) {
  return {
    ...gap,
    firstAskedAt: isoTime(gap.firstAskedAt),
    lastAskedAt: isoTime(gap.lastAskedAt),
    snoozedUntil: gap.snoozedUntil === null ? null : isoTime(gap.snoozedUntil),
    days: gap.days.map(({ day, count }) => ({ day: isoTime(day).slice(0, 10), count })),
    questions: gap.questions.slice(0, MAX_QUESTIONS),
  }
}
