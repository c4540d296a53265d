import { edit, manage, type PermissionRow, view } from './permission-row.ts'

const PROJECT = '/api/projects/{projectId}'
const question = { fp: 'test', messages: [] }

/** What the pages of the dashboard read and do. */
export const DASHBOARD_PERMISSIONS: Readonly<Record<string, PermissionRow>> = {
  'GET /api/projects': view(200),
  'POST /api/projects': manage(400, { body: {} }),
  'POST /api/projects/try': manage(400, { body: {} }),
  'POST /api/models/try': manage(400, { body: {} }),
  'GET /api/organization': view(200),
  'GET /api/limits': view(200),
  'GET /api/system': manage(200),
  'GET /api/webhooks/deliveries': view(200),
  'POST /api/webhooks/deliveries/{id}/resend': edit(404),
  [`GET ${PROJECT}`]: view(200),
  [`PATCH ${PROJECT}`]: manage(400, { body: { name: '' } }),
  [`POST ${PROJECT}/index`]: edit(400, { body: { force: 'yes' } }),
  [`GET ${PROJECT}/reader-key`]: view(200),
  [`GET ${PROJECT}/overview`]: view(200),
  [`GET ${PROJECT}/activity`]: view(200),
  [`GET ${PROJECT}/jobs`]: view(200),
  [`POST ${PROJECT}/jobs`]: edit(400, { body: { prompt: '' } }),
  [`GET ${PROJECT}/jobs/{id}`]: view(404),
  [`GET ${PROJECT}/jobs/{id}/changes`]: view(404),
  [`GET ${PROJECT}/jobs/{id}/events`]: view(404),
  [`POST ${PROJECT}/jobs/{id}/messages`]: edit(400, { body: { prompt: '' } }),
  [`POST ${PROJECT}/jobs/{id}/cancel`]: edit(404),
  [`POST ${PROJECT}/jobs/{id}/archive`]: edit(404),
  [`POST ${PROJECT}/jobs/{id}/again`]: edit(404),
  [`POST ${PROJECT}/assistant/message`]: view(400, { body: question }),
  [`POST ${PROJECT}/assistant/evidence`]: view(400, { body: question }),
  [`GET ${PROJECT}/evaluation`]: view(200),
  [`POST ${PROJECT}/evaluation`]: edit(400, { body: { question: 'What?' } }),
  [`DELETE ${PROJECT}/evaluation/{questionId}`]: edit(404),
  [`GET ${PROJECT}/conversations`]: view(200),
  [`GET ${PROJECT}/conversations/{threadId}`]: view(404),
  [`GET ${PROJECT}/searches`]: view(200),
  [`GET ${PROJECT}/feedback`]: view(200),
  [`GET ${PROJECT}/gaps`]: view(200),
  [`POST ${PROJECT}/gaps/{gapId}/job`]: edit(404),
}
