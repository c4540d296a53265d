import { jobId } from '@docent/core'
import { json } from '@docent/core/plugin'
import { defineOperation } from '../../calls/operation.ts'
import { SessionObject } from '../schemas/job-object.ts'
import { sessionView } from '../v1/session-view.ts'

export const getAgentJobV1 = defineOperation({
  id: 'getAgentJobV1',
  summary: 'Get an agent job as a session (deprecated)',
  tag: 'Agent',
  key: 'admin',
  scope: 'read',
  deprecatedFor: '/v2/agent/{projectId}/job/{id}',
  reply: { status: 200, description: 'The session.', content: { 'application/json': SessionObject } },
  async handle({ params, project, services }) {
    return json(sessionView(await services.readJobs.get(project, jobId(params.id ?? '')), project.domain))
  },
})
