import { keyId, rateLimitHeaders } from '@docent/core'
import type { ApiCall } from '../operation.ts'

/** Jobs that people start in the dashboard count as those of the agent API. @throws RateLimited */
export async function takeAgentLimit({
  services,
  organizationId,
  project,
  ip,
  signal,
  setHeader,
}: ApiCall): Promise<void> {
  const subject = { organizationId, projectId: project.id, keyId: keyId('dashboard'), ip }
  const state = await services.requestLimits.take('agent', subject, { signal })
  for (const [name, value] of Object.entries(rateLimitHeaders(state, services.clock.now())))
    setHeader(name, value)
}
