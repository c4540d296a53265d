import type { PageFeedbackSource } from '@docent/core'
import { threadId } from '@docent/core'
import type {
  PageFeedbackStatus,
  ProjectId,
  ReadingStore,
  ReportPage,
  ReportPeriod,
  ThreadStore,
} from '@docent/core/plugin'
import { projectId } from '@docent/core/plugin'
import { END, PROJECT, START } from './reader-rows.ts'

/** One report as an importer or the dashboard asks for it. `call` is given the number of the call. */
export interface ReportCall {
  readonly name: string
  call(n: number): Promise<unknown>
}

const DAY = 86_400_000
const project: ProjectId = projectId(PROJECT)
const OUTCOMES = ['answered', 'unanswered', 'failed'] as const
const SOURCES: readonly PageFeedbackSource[] = ['code_snippet', 'contextual', 'agent', 'thumbs_only']
const STATUSES: readonly PageFeedbackStatus[] = ['pending', 'in_progress', 'resolved', 'dismissed']

/** Pages of a list that are walked for their cursors. */
const DEPTH = 30

/** Every published report, and those of the dashboard, with the filters and cursors that they take. */
export async function reportCalls(threads: ThreadStore, readings: ReadingStore): Promise<ReportCall[]> {
  const turns = (query: object) => threads.turnReport(project, { limit: 100, ...query })
  const terms = (query: object) => threads.searchTerms(project, { limit: 50, ...query })
  const searches = (query: object) => threads.searches(project, { limit: 20, ...query })
  const feedback = (query: object) => readings.feedback(project, { limit: 50, ...query })
  const byPage = (query: object) => readings.feedbackByPage(project, { limit: 11, ...query })
  const pages = (what: 'views' | 'visitors', query: object) =>
    readings[what](project, { limit: 51, offset: 0, ...query })
  const conversations = (query: object) => threads.conversations(project, { limit: 100, ...query })
  const all = { from: START, to: END }
  return [
    { name: 'assistant, 100', call: () => turns({}) },
    { name: 'assistant, 1,000', call: () => turns({ limit: 1_000 }) },
    { name: 'assistant, outcome', call: (n) => turns({ ...days(n, 30), outcome: OUTCOMES[n % 3] }) },
    { name: 'assistant, dates', call: (n) => turns(days(n, 30)) },
    { name: 'assistant, cursor', call: await atCursors((cursor) => turns({ ...cursor })) },
    { name: 'thread', call: (n) => thread(threads, n) },
    { name: 'threads', call: (n) => conversations(days(n, 30)) },
    { name: 'threads, outcome', call: (n) => conversations({ ...days(n, 30), outcome: OUTCOMES[n % 3] }) },
    { name: 'caller-stats', call: () => threads.callers(project, {}) },
    { name: 'caller-stats, 100 days', call: (n) => threads.callers(project, days(n, 100)) },
    { name: 'searches', call: () => terms({}) },
    { name: 'searches, 30 days', call: (n) => terms(days(n, 30)) },
    { name: 'searches, 100 days', call: (n) => terms(days(n, 100)) },
    { name: 'searches, the year', call: () => terms(all) },
    { name: 'searches, cursor', call: await atCursors((cursor) => terms({ ...cursor })) },
    { name: 'by source', call: () => searches({}) },
    { name: 'by source, 30 days', call: (n) => searches(moments(n, 30)) },
    { name: 'by source, 100 days', call: (n) => searches(moments(n, 100)) },
    { name: 'by source, assistant', call: (n) => searches({ ...days(n, 90), source: 'assistant' }) },
    { name: 'by source, cursor', call: await atCursors((cursor) => searches({ ...cursor })) },
    { name: 'feedback', call: (n) => feedback(days(n, 30)) },
    { name: 'feedback, source', call: (n) => feedback({ source: SOURCES[n % 4] }) },
    {
      name: 'feedback, both filters',
      call: (n) => feedback({ source: SOURCES[n % 4], status: STATUSES[(n >> 2) % 4] }),
    },
    { name: 'feedback, cursor', call: await atCursors((cursor) => feedback({ ...cursor })) },
    { name: 'feedback by page', call: () => byPage({}) },
    {
      name: 'by page, both filters',
      call: (n) => byPage({ source: SOURCES[n % 4], status: STATUSES[(n >> 2) % 4] }),
    },
    { name: 'by page, 100 days', call: (n) => byPage(moments(n, 100)) },
    { name: 'by page, the year', call: () => byPage(all) },
    { name: 'views', call: (n) => pages('views', { offset: (n % 10) * 50 }) },
    { name: 'views, 30 days', call: (n) => pages('views', days(n, 30)) },
    { name: 'views, 100 days', call: (n) => pages('views', days(n, 100)) },
    { name: 'views, the year', call: () => pages('views', all) },
    { name: 'visitors, 100 days, 250', call: (n) => pages('visitors', { ...days(n, 100), limit: 251 }) },
    { name: 'answers rated, 30 days', call: (n) => threads.feedback(project, { ...days(n, 30), limit: 20 }) },
    { name: 'Home: two weeks', call: (n) => threads.answerActivity(project, days(n, 14)) },
    { name: 'dashboard: 90 days', call: (n) => threads.answerActivity(project, days(n, 90)) },
    { name: 'dashboard: the year', call: () => threads.answerActivity(project, all) },
    { name: 'gaps: 90 days', call: (n) => threads.unanswered(project, { ...days(n, 90), limit: 2_000 }) },
  ]
}

async function thread(threads: ThreadStore, n: number): Promise<unknown> {
  const id = threadId(`thread-${1 + ((n * 7_919) % 50_000)}`)
  return Promise.all([threads.get(project, id), threads.turns(id, 500), threads.feedbackOf(id)])
}

/** So many days, which begin somewhere in the year. */
function days(n: number, count: number): Required<ReportPeriod> {
  const first = START + ((n * 37) % (365 - count)) * DAY
  return { from: first, to: first + count * DAY }
}

/** The same with times of day, so that no counted day begins or ends with it. */
function moments(n: number, count: number): Required<ReportPeriod> {
  const { from, to } = days(n, count - 1)
  return { from: from + 12_345_678, to: to + 54_321_000 }
}

async function atCursors(
  read: (cursor: { cursor?: string }) => Promise<ReportPage<unknown>>,
): Promise<(n: number) => Promise<unknown>> {
  const cursors: string[] = []
  for (let page = 0; page < DEPTH; page += 1) {
    const last = cursors.at(-1)
    const { nextCursor } = await read(last === undefined ? {} : { cursor: last })
    if (nextCursor === null) break
    cursors.push(nextCursor)
  }
  return (n) => read({ cursor: cursors[n % cursors.length] ?? '' })
}
