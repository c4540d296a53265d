import { type Docent, RegisteredRoutes, type RouteTable } from '@docent/core/plugin'
import { H3 } from 'h3'
import { API_ROUTES } from './api/api-routes.ts'
import { PAGES } from './pages/page-table.ts'
import { mergeLocalPull } from './pulls/merge-pull.ts'
import { showLocalPull } from './pulls/show-local-pull.ts'
import { showPullPage } from './pulls/show-pull-page.ts'
import { addedRoutes } from './requests/added-routes.ts'
import { mount } from './requests/mount.ts'
import { changePageFeedback } from './routes/analytics/change-page-feedback.ts'
import { countCallers } from './routes/analytics/count-callers.ts'
import { countPageFeedback } from './routes/analytics/count-page-feedback.ts'
import { countPageViews, countPageVisitors } from './routes/analytics/count-page-readers.ts'
import { createGapJob } from './routes/analytics/create-gap-job.ts'
import { forgetVisitor } from './routes/analytics/forget-visitor.ts'
import { getConversation } from './routes/analytics/get-conversation.ts'
import { listAnswerFeedback } from './routes/analytics/list-answer-feedback.ts'
import { listAssistantSearches } from './routes/analytics/list-assistant-searches.ts'
import { listConversations } from './routes/analytics/list-conversations.ts'
import { listGaps } from './routes/analytics/list-gaps.ts'
import { listPageFeedback } from './routes/analytics/list-page-feedback.ts'
import { listSearchTerms } from './routes/analytics/list-search-terms.ts'
import { listThreads } from './routes/analytics/list-threads.ts'
import { answerAssistantMessageV1, answerAssistantMessageV2 } from './routes/answer-assistant-message.ts'
import { answerMcp } from './routes/answer-mcp.ts'
import { archiveAgentJob } from './routes/archive-agent-job.ts'
import { cancelAgentJob } from './routes/cancel-agent-job.ts'
import { createAgentJob } from './routes/create-agent-job.ts'
import { createAgentJobV1 } from './routes/create-agent-job-v1.ts'
import { getAgentJob } from './routes/get-agent-job.ts'
import { getAgentJobV1 } from './routes/get-agent-job-v1.ts'
import { liveness, readiness } from './routes/health.ts'
import { listAgentJobs } from './routes/list-agent-jobs.ts'
import { listAgentJobsV1 } from './routes/list-agent-jobs-v1.ts'
import { listJobMessages } from './routes/list-job-messages.ts'
import { listWebhookDeliveries } from './routes/list-webhook-deliveries.ts'
import { openApi } from './routes/open-api.ts'
import { createPreview } from './routes/project-updates/create-preview.ts'
import { getUpdateStatus } from './routes/project-updates/get-update-status.ts'
import { updateProject } from './routes/project-updates/update-project.ts'
import { rateAssistantAnswer } from './routes/rate-assistant-answer.ts'
import { readAnswerClaims } from './routes/read-answer-claims.ts'
import { readDocumentationPage } from './routes/read-documentation-page.ts'
import { givePageFeedback } from './routes/readers/give-page-feedback.ts'
import { recordPageView } from './routes/readers/record-page-view.ts'
import { receiveHostWebhook } from './routes/receive-host-webhook.ts'
import { resendWebhookDelivery } from './routes/resend-webhook-delivery.ts'
import { resumeAssistantMessage } from './routes/resume-assistant-message.ts'
import { searchDocumentation } from './routes/search-documentation.ts'
import { sendAgentMessage } from './routes/send-agent-message.ts'
import { serveWidget } from './routes/serve-widget.ts'
import { showReference } from './routes/show-reference.ts'
import { streamAgentEvents } from './routes/stream-agent-events.ts'
import type { Services } from './services.ts'
import { serveSiteAsset } from './site/assets/serve-site-asset.ts'
import { showSite, showSiteRoot } from './site/show-site.ts'

/** Every operation of the server itself. */
export const ROUTES: RouteTable = [
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
  ['POST', '/discovery/v2/assistant/{domain}/claims', readAnswerClaims],
  ['POST', '/discovery/v1/search/{domain}', searchDocumentation],
  ['POST', '/discovery/v1/page/{domain}', readDocumentationPage],

  ['POST', '/discovery/v1/view/{domain}', recordPageView],
  ['POST', '/discovery/v1/feedback/{domain}', givePageFeedback],

  ['POST', '/mcp/{domain}', answerMcp],

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

  ...API_ROUTES,

  ['GET', '/health/live', liveness],
  ['GET', '/health/ready', readiness],
  ['GET', '/openapi.json', openApi(routesOf)],
  ['GET', '/reference', showReference(routesOf)],
  ['GET', '/pulls/{token}', showLocalPull],
  ['POST', '/pulls/{token}/merge', mergeLocalPull],
  ['GET', '/pulls/{token}/{side}/{path}', showPullPage],
  ['GET', '/widget/{version}/{file}', serveWidget],
  ['POST', '/v1/project/update/{projectId}', updateProject],
  ['GET', '/v1/project/update-status/{statusId}', getUpdateStatus],
  ['POST', '/v1/project/preview/{projectId}', createPreview],
  ['GET', '/site/{domain}', showSiteRoot],
  ['GET', '/site/{domain}/{path}', showSite],
  ['GET', '/assets/site/{file}', serveSiteAsset],
]

/** The operations of the server, and those that plugins add. @throws DocentError for one that is there twice */
function routesOf(docent: Docent): RouteTable {
  const own = [...ROUTES, ...ALIASES, ...PAGES]
  return [...ROUTES, ...addedRoutes(docent.resolve(RegisteredRoutes), own)]
}

/** Older addresses of the same operations, for clients whose base address ends before the version. */
const ALIASES: RouteTable = [
  ['POST', '/v2/assistant/{domain}/message', answerAssistantMessageV2],
  ['GET', '/v2/assistant/{domain}/message/{chatId}/stream', resumeAssistantMessage],
  ['POST', '/v1/assistant/{domain}/message', answerAssistantMessageV1],
  ['POST', '/v1/search/{domain}', searchDocumentation],
  ['POST', '/v1/page/{domain}', readDocumentationPage],
]

/**
 * The HTTP application over composed services. Serves nothing by itself: see serve-http.ts.
 * @internal declared to nobody else, as `mount`.
 */
export function createApp(services: Services): H3 {
  // A path that cannot be decoded is refused by our own route handler, in the shape of every other refusal.
  const app = new H3({ silent: true, allowMalformedURL: true })
  mount(app, [...routesOf(services.docent), ...ALIASES, ...PAGES], services)
  return app
}
