import type { RouteTable } from '@docent/core/plugin'
import { archiveAgentJob } from './agent/archive-agent-job.ts'
import { cancelAgentJob } from './agent/cancel-agent-job.ts'
import { createAgentJob } from './agent/create-agent-job.ts'
import { createAgentJobV1 } from './agent/create-agent-job-v1.ts'
import { getAgentJob } from './agent/get-agent-job.ts'
import { getAgentJobV1 } from './agent/get-agent-job-v1.ts'
import { listAgentJobs } from './agent/list-agent-jobs.ts'
import { listAgentJobsV1 } from './agent/list-agent-jobs-v1.ts'
import { listJobMessages } from './agent/list-job-messages.ts'
import { sendAgentMessage } from './agent/send-agent-message.ts'
import { streamAgentEvents } from './agent/stream-agent-events.ts'
import { changePageFeedback } from './analytics/change-page-feedback.ts'
import { countCallers } from './analytics/count-callers.ts'
import { countPageFeedback } from './analytics/count-page-feedback.ts'
import { countPageViews, countPageVisitors } from './analytics/count-page-readers.ts'
import { createGapJob } from './analytics/create-gap-job.ts'
import { forgetVisitor } from './analytics/forget-visitor.ts'
import { getConversation } from './analytics/get-conversation.ts'
import { listAnswerFeedback } from './analytics/list-answer-feedback.ts'
import { listAssistantSearches } from './analytics/list-assistant-searches.ts'
import { listConversations } from './analytics/list-conversations.ts'
import { listGaps } from './analytics/list-gaps.ts'
import { listPageFeedback } from './analytics/list-page-feedback.ts'
import { listSearchTerms } from './analytics/list-search-terms.ts'
import { listThreads } from './analytics/list-threads.ts'
import { answerAssistantMessageV1, answerAssistantMessageV2 } from './assistant/answer-assistant-message.ts'
import { givePageFeedback } from './assistant/give-page-feedback.ts'
import { handOverConversation } from './assistant/hand-over-conversation.ts'
import { rateAssistantAnswer } from './assistant/rate-assistant-answer.ts'
import { readAnswerClaims } from './assistant/read-answer-claims.ts'
import { readBrand } from './assistant/read-brand.ts'
import { readDocumentationPage } from './assistant/read-documentation-page.ts'
import { recordPageView } from './assistant/record-page-view.ts'
import { resumeAssistantMessage } from './assistant/resume-assistant-message.ts'
import { searchDocumentation } from './assistant/search-documentation.ts'
import { liveness, readiness } from './server/health.ts'
import { openApi } from './server/open-api.ts'
import { createPreview } from './updates/create-preview.ts'
import { getUpdateStatus } from './updates/get-update-status.ts'
import { updateProject } from './updates/update-project.ts'
import { listWebhookDeliveries } from './webhooks/list-webhook-deliveries.ts'
import { receiveHostWebhook } from './webhooks/receive-host-webhook.ts'
import { resendWebhookDelivery } from './webhooks/resend-webhook-delivery.ts'

/** Every operation that a program calls with a key, and those that say how the server is. */
export const KEYED_ROUTES: RouteTable = [
  ['POST', '/v2/agent/{projectId}/job', createAgentJob],
  ['GET', '/v2/agent/{projectId}/job/{id}', getAgentJob],
  ['POST', '/v2/agent/{projectId}/job/{id}/message', sendAgentMessage],
  ['GET', '/v2/agent/{projectId}/job/{id}/messages', listJobMessages],
  ['POST', '/v2/agent/{projectId}/job/{id}/cancel', cancelAgentJob],
  ['POST', '/v2/agent/{projectId}/job/{id}/archive', archiveAgentJob],
  ['GET', '/v2/agent/{projectId}/job/{id}/events', streamAgentEvents],
  ['GET', '/v2/agent/{projectId}/jobs', listAgentJobs],

  ['POST', '/v1/agent/{projectId}/job', createAgentJobV1],
  ['GET', '/v1/agent/{projectId}/job/{id}', getAgentJobV1],
  ['GET', '/v1/agent/{projectId}/jobs', listAgentJobsV1],

  ['POST', '/discovery/v2/assistant/{domain}/message', answerAssistantMessageV2],
  ['POST', '/discovery/v1/assistant/{domain}/message', answerAssistantMessageV1],
  ['GET', '/discovery/v2/assistant/{domain}/message/{chatId}/stream', resumeAssistantMessage],
  ['POST', '/discovery/v2/assistant/{domain}/feedback', rateAssistantAnswer],
  ['POST', '/discovery/v2/assistant/{domain}/hand-over', handOverConversation],
  ['POST', '/discovery/v2/assistant/{domain}/claims', readAnswerClaims],
  ['POST', '/discovery/v1/search/{domain}', searchDocumentation],
  ['POST', '/discovery/v1/page/{domain}', readDocumentationPage],
  ['POST', '/discovery/v1/brand/{domain}', readBrand],

  ['POST', '/discovery/v1/view/{domain}', recordPageView],
  ['POST', '/discovery/v1/feedback/{domain}', givePageFeedback],

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

  ['GET', '/v1/webhooks/deliveries', listWebhookDeliveries],
  ['POST', '/v1/webhooks/deliveries/{id}/resend', resendWebhookDelivery],
  ['POST', '/webhooks/{host}', receiveHostWebhook],

  ['GET', '/health/live', liveness],
  ['GET', '/health/ready', readiness],
  ['GET', '/openapi.json', openApi],
  ['POST', '/v1/project/update/{projectId}', updateProject],
  ['GET', '/v1/project/update-status/{statusId}', getUpdateStatus],
  ['POST', '/v1/project/preview/{projectId}', createPreview],
]

/** Older addresses of the same operations, for clients whose base address ends before the version. */
export const ALIASES: RouteTable = [
  ['POST', '/v2/assistant/{domain}/message', answerAssistantMessageV2],
  ['GET', '/v2/assistant/{domain}/message/{chatId}/stream', resumeAssistantMessage],
  ['POST', '/v1/assistant/{domain}/message', answerAssistantMessageV1],
  ['POST', '/v1/search/{domain}', searchDocumentation],
  ['POST', '/v1/page/{domain}', readDocumentationPage],
]
