import type { RouteTable } from '@docent/core/plugin'
import {
  countPageFeedback,
  countPageViews,
  countPageVisitors,
  getConversation,
  listAnswerFeedback,
  listAssistantSearches,
  listGaps,
  listPageFeedback,
} from '@docent/http'
import { askAssistant } from './assistant/ask-assistant.ts'
import { explainAnswer } from './assistant/explain-answer.ts'
import { putBrandFile, removeBrandFile } from './brand/brand-files.ts'
import { changeBrand } from './brand/change-brand.ts'
import { getBrand } from './brand/get-brand.ts'
import { dryRunChannel } from './channels/dry-run-channel.ts'
import { getChannels } from './channels/get-channels.ts'
import { linkChannelPerson } from './channels/link-channel-person.ts'
import { forPeople } from './for-people.ts'
import { archiveJob, cancelJob, cancelJobs, followUpJob, repeatJob, restoreJob } from './jobs/change-job.ts'
import { createJob } from './jobs/create-job.ts'
import { getGapPrompt } from './jobs/get-gap-prompt.ts'
import { getJob } from './jobs/get-job.ts'
import { getJobChanges } from './jobs/get-job-changes.ts'
import { listJobs } from './jobs/list-jobs.ts'
import { streamJobEvents } from './jobs/stream-job-events.ts'
import { writeGap } from './jobs/write-gap.ts'
import { changeLimits } from './organization/change-limits.ts'
import { listFailedTasks, retryFailedTask } from './organization/failed-tasks.ts'
import { getLimits } from './organization/get-limits.ts'
import { getOrganization } from './organization/get-organization.ts'
import { getSystem } from './organization/get-system.ts'
import { listDeliveries, resendDelivery } from './organization/list-deliveries.ts'
import { addProject } from './projects/add-project.ts'
import { changeProject } from './projects/change-project.ts'
import { getProject } from './projects/get-project.ts'
import { getReaderKey } from './projects/get-reader-key.ts'
import { indexProject } from './projects/index-project.ts'
import { listProjects } from './projects/list-projects.ts'
import { listRemovedProjects } from './projects/list-removed-projects.ts'
import { previewBranch } from './projects/preview-branch.ts'
import { removeProject } from './projects/remove-project.ts'
import { restoreProject } from './projects/restore-project.ts'
import { tryModel } from './projects/try-model.ts'
import { tryProject } from './projects/try-project.ts'
import { getActivity } from './reports/get-activity.ts'
import { getClaimCounts } from './reports/get-claim-counts.ts'
import { getInventedNames } from './reports/get-invented-names.ts'
import { getOverview } from './reports/get-overview.ts'
import { readConversations } from './reports/read-conversations.ts'
import { setFeedbackStatus } from './reports/set-feedback-status.ts'
import { setGapStates } from './reports/set-gap-states.ts'
import {
  addEndpoint,
  changeEndpoint,
  removeEndpoint,
  rotateEndpointSecret,
  testEndpoint,
} from './webhooks/change-endpoints.ts'

/** What the pages of the dashboard read and do. */
export const DASHBOARD_ROUTES: RouteTable = [
  ['GET', '/api/projects', listProjects],
  ['POST', '/api/projects', addProject],
  ['POST', '/api/projects/try', tryProject],
  ['POST', '/api/models/try', tryModel],
  ['GET', '/api/projects/{projectId}', getProject],
  ['PATCH', '/api/projects/{projectId}', changeProject],
  ['DELETE', '/api/projects/{projectId}', removeProject],
  ['GET', '/api/removed-projects', listRemovedProjects],
  ['POST', '/api/removed-projects/{id}/restore', restoreProject],
  ['GET', '/api/projects/{projectId}/brand', getBrand],
  ['PUT', '/api/projects/{projectId}/brand', changeBrand],
  ['PUT', '/api/projects/{projectId}/brand/files/{slot}', putBrandFile],
  ['DELETE', '/api/projects/{projectId}/brand/files/{slot}', removeBrandFile],
  ['POST', '/api/projects/{projectId}/index', indexProject],
  ['POST', '/api/projects/{projectId}/previews', previewBranch],
  ['GET', '/api/projects/{projectId}/channels', getChannels],
  ['POST', '/api/projects/{projectId}/channels/dry-run', dryRunChannel],
  ['POST', '/api/projects/{projectId}/channels/link', linkChannelPerson],
  ['GET', '/api/projects/{projectId}/reader-key', getReaderKey],
  ['GET', '/api/projects/{projectId}/overview', getOverview],
  ['GET', '/api/projects/{projectId}/activity', getActivity],
  ['GET', '/api/projects/{projectId}/claims', getClaimCounts],
  ['GET', '/api/projects/{projectId}/invented-names', getInventedNames],

  ['GET', '/api/projects/{projectId}/jobs', listJobs],
  ['POST', '/api/projects/{projectId}/jobs', createJob],
  ['POST', '/api/projects/{projectId}/jobs/cancel', cancelJobs],
  ['GET', '/api/projects/{projectId}/jobs/{id}', getJob],
  ['GET', '/api/projects/{projectId}/jobs/{id}/changes', getJobChanges],
  ['GET', '/api/projects/{projectId}/jobs/{id}/events', streamJobEvents],
  ['POST', '/api/projects/{projectId}/jobs/{id}/messages', followUpJob],
  ['POST', '/api/projects/{projectId}/jobs/{id}/cancel', cancelJob],
  ['POST', '/api/projects/{projectId}/jobs/{id}/archive', archiveJob],
  ['POST', '/api/projects/{projectId}/jobs/{id}/restore', restoreJob],
  ['POST', '/api/projects/{projectId}/jobs/{id}/again', repeatJob],

  ['POST', '/api/projects/{projectId}/assistant/message', askAssistant],
  ['POST', '/api/projects/{projectId}/assistant/evidence', explainAnswer],
  ['GET', '/api/projects/{projectId}/conversations', readConversations],
  [
    'GET',
    '/api/projects/{projectId}/conversations/{threadId}',
    forPeople(getConversation, 'readConversation'),
  ],
  ['GET', '/api/projects/{projectId}/searches', forPeople(listAssistantSearches, 'readSearches')],
  ['GET', '/api/projects/{projectId}/feedback', forPeople(listAnswerFeedback, 'readFeedback')],
  ['GET', '/api/projects/{projectId}/views', forPeople(countPageViews, 'readPageViews')],
  ['GET', '/api/projects/{projectId}/visitors', forPeople(countPageVisitors, 'readPageVisitors')],
  ['GET', '/api/projects/{projectId}/page-feedback', forPeople(listPageFeedback, 'readPageFeedback')],
  [
    'GET',
    '/api/projects/{projectId}/page-feedback/by-page',
    forPeople(countPageFeedback, 'readPageFeedbackByPage'),
  ],
  ['PATCH', '/api/projects/{projectId}/page-feedback/{feedbackId}', setFeedbackStatus],
  ['GET', '/api/projects/{projectId}/gaps', forPeople(listGaps, 'readGaps')],
  ['POST', '/api/projects/{projectId}/gaps/state', setGapStates],
  ['GET', '/api/projects/{projectId}/gaps/{gapId}/prompt', getGapPrompt],
  ['POST', '/api/projects/{projectId}/gaps/{gapId}/job', writeGap],

  ['GET', '/api/organization', getOrganization],
  ['GET', '/api/limits', getLimits],
  ['PATCH', '/api/limits', changeLimits],
  ['GET', '/api/system', getSystem],
  ['GET', '/api/tasks/failed', listFailedTasks],
  ['POST', '/api/tasks/failed/{id}/again', retryFailedTask],
  ['POST', '/api/webhooks', addEndpoint],
  ['PATCH', '/api/webhooks/{id}', changeEndpoint],
  ['DELETE', '/api/webhooks/{id}', removeEndpoint],
  ['POST', '/api/webhooks/{id}/secret', rotateEndpointSecret],
  ['POST', '/api/webhooks/{id}/test', testEndpoint],
  ['GET', '/api/webhooks/deliveries', listDeliveries],
  ['POST', '/api/webhooks/deliveries/{id}/resend', resendDelivery],
]
