import { keyId, rateLimitHeaders } from '@docent/core'
import type { ApiCall } from '@docent/http'

/**
 * Does what starts or carries on a job, which counts as a request of the agent API. What the server fails for its own
 * reasons uses up nothing. @throws RateLimited
 */
export async function withAgentLimit<Result>(call: ApiCall, work: () => Promise<Result>): Promise<Result> {
  const { services, organizationId, project, ip, signal } = call
  const subject = { organizationId, projectId: project.id, keyId: keyId('dashboard'), ip }
  const state = await services.requestLimits.take('agent', subject, { signal })
  for (const [name, value] of Object.entries(rateLimitHeaders(state, services.clock.now())))
    call.setHeader(name, value)
  return services.requestLimits.within('agent', subject, work)
}
