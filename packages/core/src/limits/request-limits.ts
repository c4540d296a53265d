import { inject, Lifecycle, scoped } from 'tsyringe'
import { limitAddress } from '../access/ip-address.ts'
import type { KeyId, OrganizationId, ProjectId } from '../domain/ids.ts'
import type { LimitRequest, LimitResult, LimitState } from '../domain/limit.ts'
import type { LimitSettings } from '../domain/settings-schemas.ts'
import { RateLimited } from '../errors/rate-limited.ts'
import type { CallOptions } from '../ports/call-options.ts'
import { Clock } from '../ports/clock.ts'
import { ProjectStore } from '../ports/project-store.ts'
import { Settings } from '../ports/settings.ts'
import { FallbackLimiter } from './fallback-limiter.ts'

/** The operations that are limited, each kind with counters of its own. */
export type LimitedOperation = 'assistant' | 'search' | 'page' | 'feedback' | 'agent'

/** Whose request it is. */
export interface LimitSubject {
  organizationId: OrganizationId
  projectId: ProjectId
  keyId: KeyId
  /** The client's address, see `clientIp`. */
  ip: string
}

const HOUR = { kind: 'fixed', ms: 3_600_000 } as const
const DAY = { kind: 'fixed', ms: 86_400_000 } as const
const MONTH = { kind: 'month' } as const

/** How long an organization's own numbers are believed without asking the store. */
const CACHE_MS = 5_000

/** Takes what a request uses up: all of its limits in one step, or none. */
@scoped(Lifecycle.ContainerScoped)
export class RequestLimits {
  readonly #organizations = new Map<OrganizationId, { limits: LimitSettings; until: number }>()

  constructor(
    @inject(FallbackLimiter) private readonly limiter: FallbackLimiter,
    @inject(ProjectStore) private readonly projects: ProjectStore,
    @inject(Settings) private readonly settings: Settings,
    @inject(Clock) private readonly clock: Clock,
  ) {}

  /**
   * @returns the tightest of the limits, for the reply's headers.
   * @throws RateLimited when one had no room; then nothing was used up.
   */
  async take(
    operation: LimitedOperation,
    subject: LimitSubject,
    options: CallOptions = {},
  ): Promise<LimitState> {
    const limits = await this.#limitsOf(subject.organizationId, options)
    const result = await this.limiter.take(limitRequests(operation, subject, limits), options)
    if (result.refusedBy) {
      const { scope, resetAt } = result.refusedBy
      throw new RateLimited({ limit: scope, resetAt, state: result.refusedBy }, this.clock.now())
    }
    return tightest(result)
  }

  async #limitsOf(id: OrganizationId, options: CallOptions): Promise<LimitSettings> {
    const now = this.clock.now()
    const cached = this.#organizations.get(id)
    if (cached && now < cached.until) return cached.limits
    const organization = await this.projects.organization(id, options)
    const limits = { ...this.settings.limits, ...organization?.limits }
    this.#organizations.set(id, { limits, until: now + CACHE_MS })
    return limits
  }
}

/** Which limits a request takes, the one that a refusal should name first in front. */
export function limitRequests(
  operation: LimitedOperation,
  subject: LimitSubject,
  limits: LimitSettings,
): LimitRequest[] {
  const { keyId, organizationId, projectId } = subject
  if (operation === 'agent')
    return [{ scope: 'project', key: `agent:project:${projectId}`, max: limits.projectPerHour, window: HOUR }]
  const shared: LimitRequest[] = [
    {
      scope: 'organization',
      key: `${operation}:organization:${organizationId}`,
      max: limits.organizationPerHour,
      window: HOUR,
    },
    { scope: 'ip', key: `${operation}:ip:${limitAddress(subject.ip)}`, max: limits.ipPerDay, window: DAY },
  ]
  if (operation !== 'assistant') return shared
  return [{ scope: 'key', key: `assistant:key:${keyId}`, max: limits.keyPerMonth, window: MONTH }, ...shared]
}

/** The limit with the fewest uses left; of two, the one that a client waits for longer. */
function tightest({ states }: LimitResult): LimitState {
  return states.reduce((least, state) =>
    state.remaining < least.remaining ||
    (state.remaining === least.remaining && state.resetAt > least.resetAt)
      ? state
      : least,
  )
}
