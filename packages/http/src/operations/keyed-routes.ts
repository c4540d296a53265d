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
import { answerAssistantMessageV1, answerAssistantMessageV2 } from './assistant/answer-assistant-message.ts'
import { givePageFeedback } from './assistant/give-page-feedback.ts'
import { handOverConversation } from './assistant/hand-over-conversation.ts'
import { rateAssistantAnswer } from './assistant/rate-assistant-answer.ts'
import { readAnswerClaims } from './assistant/read-answer-claims.ts'
import { readBrand } from './assistant/read-brand.ts'
import { readDocumentationPage } from './assistant/read-documentation-page.ts'
import { readSiteVariants } from './assistant/read-site-variants.ts'
import { recordPageView } from './assistant/record-page-view.ts'
import { resumeAssistantMessage } from './assistant/resume-assistant-message.ts'
import { searchDocumentation } from './assistant/search-documentation.ts'
import { liveness, readiness } from './server/health.ts'
import { openApi } from './server/open-api.ts'
import { createPreview } from './updates/create-preview.ts'
import { getUpdateStatus } from './updates/get-update-status.ts'
import { updateProject } from './updates/update-project.ts'

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
  ['POST', '/discovery/v1/variants/{domain}', readSiteVariants],

  ['POST', '/discovery/v1/view/{domain}', recordPageView],
  ['POST', '/discovery/v1/feedback/{domain}', givePageFeedback],

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
