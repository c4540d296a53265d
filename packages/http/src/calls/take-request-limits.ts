import { type LimitedOperation, rateLimitHeaders } from '@docent/core'
import type { Call } from './operation.ts'

type LimitedCall = Pick<Call, 'key' | 'project' | 'ip' | 'services' | 'setHeader'>

/** Does what a limited request asks for. What the server fails for its own reasons uses up nothing. */
export function withinRequestLimits<Result>(
  { key, project, ip, services }: LimitedCall,
  limit: LimitedOperation,
  work: () => Promise<Result>,
): Promise<Result> {
  const { organizationId, id: keyId } = key
  return services.requestLimits.within(limit, { organizationId, projectId: project.id, keyId, ip }, work)
}

/** Counts a request against its limits and says in the reply how much is left. @throws DocentError RateLimited */
export async function takeRequestLimits(call: LimitedCall, limit: LimitedOperation): Promise<void> {
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
