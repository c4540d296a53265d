import type { RouteTable } from '@docent/core/plugin'
import { changePageFeedback } from './change-page-feedback.ts'
import { countCallers } from './count-callers.ts'
import { countPageFeedback } from './count-page-feedback.ts'
import { countPageViews, countPageVisitors } from './count-page-readers.ts'
import { createGapJob } from './create-gap-job.ts'
import { forgetVisitor } from './forget-visitor.ts'
import { getConversation } from './get-conversation.ts'
import { listAnswerFeedback } from './list-answer-feedback.ts'
import { listAssistantSearches } from './list-assistant-searches.ts'
import { listConversations } from './list-conversations.ts'
import { listGaps } from './list-gaps.ts'
import { listPageFeedback } from './list-page-feedback.ts'
import { listSearchTerms } from './list-search-terms.ts'
import { listThreads } from './list-threads.ts'

/** Reports for keys, and what somebody does about them. */
export const ANALYTICS_ROUTES: RouteTable = [
  ['GET', '/v1/analytics/{projectId}/assistant', listConversations],
  ['GET', '/v1/analytics/{projectId}/assistant/threads', listThreads],
  ['GET', '/v1/analytics/{projectId}/assistant/threads/{threadId}', getConversation],
  ['GET', '/v1/analytics/{projectId}/assistant/caller-stats', countCallers],
  ['GET', '/v1/analytics/{projectId}/assistant/searches', listAssistantSearches],
  ['GET', '/v1/analytics/{projectId}/assistant/feedback', listAnswerFeedback],
  ['GET', '/v1/analytics/{projectId}/searches', listSearchTerms],
  ['GET', '/v1/analytics/{projectId}/feedback', listPageFeedback],
  ['GET', '/v1/analytics/{projectId}/feedback/by-page', countPageFeedback],
  ['PATCH', '/v1/analytics/{projectId}/feedback/{id}', changePageFeedback],
  ['GET', '/v1/analytics/{projectId}/views', countPageViews],
  ['GET', '/v1/analytics/{projectId}/visitors', countPageVisitors],
  ['GET', '/v1/analytics/{projectId}/assistant/gaps', listGaps],
  ['POST', '/v1/analytics/{projectId}/assistant/gaps/{gapId}/job', createGapJob],
  ['DELETE', '/v1/analytics/{projectId}/fp/{fp}', forgetVisitor],
]
