import { keyId, rateLimitHeaders } from '@docent/core'
import type { ApiCall } from '../requests/operation.ts'

/** Jobs that people start in the dashboard count as those of the agent API. @throws RateLimited */
export async function takeAgentLimit(call: ApiCall): Promise<void> {
  const { services, organizationId, project, ip, signal } = call
  const subject = { organizationId, projectId: project.id, keyId: keyId('dashboard'), ip }
  const state = await services.requestLimits.take('agent', subject, { signal })
  for (const [name, value] of Object.entries(rateLimitHeaders(state, services.clock.now())))
    call.setHeader(name, value)
}
