export { explainCap } from './bodies/explain-cap.ts'
export {
  type ApiCall,
  type Call,
  defineApiOperation,
  defineOperation,
  definePublicOperation,
  type PublicCall,
} from './calls/operation.ts'
export { resolveServices, type Services } from './calls/services.ts'
export { takeRequestLimits, withinRequestLimits } from './calls/take-request-limits.ts'
export { createHandler, type WebHandlerOptions } from './create-handler.ts'
export { createNodeListener } from './create-node-listener.ts'
export { partsOf } from './health/parts-of.ts'
export { boundConnections, connectionsFor } from './listening/bound-connections.ts'
export { ConnectionErrors } from './listening/connection-errors.ts'
export {
  type ApiDocument,
  type ApiOperation,
  type Parameter,
  resolveSchema,
  type Schema,
  withoutNull,
} from './open-api/api-document.ts'
export { describeApi } from './open-api/describe-api.ts'
export { exampleOf } from './open-api/example-of.ts'
export { jobEventStream } from './operations/agent/stream-agent-events.ts'
export { ANALYTICS_ROUTES } from './operations/analytics/analytics-routes.ts'
export { countPageFeedback } from './operations/analytics/count-page-feedback.ts'
export { countPageViews, countPageVisitors } from './operations/analytics/count-page-readers.ts'
export { getConversation } from './operations/analytics/get-conversation.ts'
export { listAnswerFeedback } from './operations/analytics/list-answer-feedback.ts'
export { listAssistantSearches } from './operations/analytics/list-assistant-searches.ts'
export { listGaps } from './operations/analytics/list-gaps.ts'
export { listPageFeedback } from './operations/analytics/list-page-feedback.ts'
export { Outcome, ThreadList, threadList } from './operations/analytics/list-threads.ts'
export {
  FeedbackStatus,
  PageFeedbackObject,
  pageFeedbackView,
} from './operations/analytics/page-feedback-view.ts'
export { answer, questionOf } from './operations/assistant/answer-assistant-message.ts'
export { KEYED_ROUTES } from './operations/keyed-routes.ts'
export { V2AssistantBody } from './operations/schemas/assistant-body.ts'
export { DeliveryObject } from './operations/schemas/delivery-object.ts'
export { integerParameter } from './operations/schemas/integer-parameter.ts'
export { PromptBody } from './operations/schemas/prompt.ts'
export { isoTime, page, period, reportPeriod, reportQuery } from './operations/schemas/report-query.ts'
export { PreviewBody, PreviewReply, previewOf } from './operations/updates/create-preview.ts'
export { ProjectOptions } from './operations/v1/project-options.ts'
export { WEBHOOK_ROUTES } from './operations/webhooks/webhook-routes.ts'
export { publicMessage } from './replies/problem.ts'
export { stream } from './replies/reply.ts'
export type { FailedPage } from './requests/handle-request.ts'
export { Handler, type HandlerOptions } from './routing/handler.ts'
export { permissionsIn, personIdOf, roleIn } from './sessions/actor.ts'
export { csrfTokenOf, isCsrfToken } from './sessions/csrf-token.ts'
export { accessOf, isPreviewAccess, previewCookie } from './sessions/preview-access.ts'
export { assertSameOrigin } from './sessions/same-origin.ts'
export { isSecure, sessionCookie } from './sessions/session-cookie.ts'
export { isSignedAccess, signAccess } from './sessions/signed-access.ts'
export type { SignedInSession } from './sessions/signed-in.ts'
export { siteCookieOf } from './sessions/site-cookie.ts'
export { isSiteHost, siteOriginOf } from './settings/site-host.ts'
export { withSiteUrl } from './settings/site-url.ts'
