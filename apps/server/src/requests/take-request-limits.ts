import { type LimitedOperation, rateLimitHeaders } from '@docent/core'
import type { Call } from './operation.ts'

/** Counts a request against its limits and says in the reply how much is left. @throws DocentError RateLimited */
export async function takeRequestLimits(
  call: Pick<Call, 'key' | 'project' | 'ip' | 'services' | 'setHeader'>,
  limit: LimitedOperation,
): Promise<void> {
  const { key, project, ip, services } = call
  const state = await services.requestLimits.take(limit, {
    organizationId: key.organizationId,
    projectId: project.id,
    keyId: key.id,
    ip,
  })
  for (const [name, value] of Object.entries(rateLimitHeaders(state, services.clock.now())))
    call.setHeader(name, value)
}
