import { inject, Lifecycle, scoped } from 'tsyringe'
import type { KeyId, OrganizationId, ProjectId } from '../domain/ids.ts'
import { limitAddress } from '../domain/ip-address.ts'
import { type LimitRequest, type LimitResult, type LimitState, windowAt } from '../domain/limit.ts'
import { RateLimited } from '../domain/rate-limited.ts'
import type { LimitSettings } from '../domain/settings-schemas.ts'
import type { ErrorCode } from '../errors/codes.ts'
import { DocentError } from '../errors/docent-error.ts'
import type { CallOptions } from '../ports/call-options.ts'
import { Clock } from '../ports/clock.ts'
import { ProjectStore } from '../ports/project-store.ts'
import { Settings } from '../ports/settings.ts'
import { FallbackLimiter } from './fallback-limiter.ts'
import { LimitCredits } from './limit-credits.ts'

/** The operations that are limited, each kind with counters of its own. */
export type LimitedOperation = 'assistant' | 'search' | 'page' | 'feedback' | 'claims' | 'view' | 'agent'

/** Whose request it is. */
export interface LimitSubject {
  organizationId: OrganizationId
  projectId: ProjectId
  keyId: KeyId
  /** The client's address, see `clientIp`. */
  ip: string
}

/** Whose limits are looked at. */
export interface LimitSubjects {
  organizationId: OrganizationId
  projects: readonly ProjectId[]
  /** Assistant keys: others have no limit of their own. */
  keys: readonly KeyId[]
}

/** How much of one limit is used now. */
export interface LimitUse extends LimitState {
  readonly operation: LimitedOperation
  /** Id of the organization, project or key. */
  readonly id: string
  readonly used: number
}

const HOUR = { kind: 'fixed', ms: 3_600_000 } as const
const DAY = { kind: 'fixed', ms: 86_400_000 } as const
const MONTH = { kind: 'month' } as const
/** Operations that all projects of an organization share a limit of. */
const SHARED = ['assistant', 'search', 'page', 'feedback'] as const
/** A look at many counters holds up the requests of others no longer than a few of theirs. */
const LOOKS_AT_ONCE = 25

/** What the server answers when a part of it is away, or not set up. A model that fails has cost something. */
const OWN_FAILURES: ReadonlySet<ErrorCode> = new Set([
  ...(['unavailable', 'dependency_failed', 'internal', 'configuration', 'model_not_configured'] as const),
])

/** How long an organization's own numbers are believed without asking the store. */
const CACHE_MS = 5_000

/** Takes what a request uses up: all of its limits in one step, or none. */
@scoped(Lifecycle.ContainerScoped)
export class RequestLimits {
  readonly #organizations = new Map<OrganizationId, { limits: LimitSettings; until: number }>()
  readonly #credits = new LimitCredits()

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
    const requests = limitRequests(operation, subject, limits)
    const now = this.clock.now()
    const credits = requests.map(({ key }) => this.#credits.take(key, now))
    const isFree = credits.some((until) => until !== undefined)
    const costs = isFree
      ? requests.map((request, at) => (credits[at] === undefined ? request : { ...request, cost: 0 }))
      : requests
    let isTaken = false
    try {
      const result = await this.limiter.take(costs, options)
      if (result.refusedBy) {
        const { scope, resetAt } = result.refusedBy
        throw new RateLimited({ limit: scope, resetAt, state: result.refusedBy }, this.clock.now())
      }
      isTaken = true
      return tightest(result)
    } finally {
      if (!isTaken && isFree)
        for (const [at, until] of credits.entries())
          if (until !== undefined) this.#credits.add(requests[at]?.key ?? '', until)
    }
  }

  /**
   * Does what a request asks for after `take`. When the server fails it for its own reasons, such as an index or a store
   * that is away, the request gives back what it used up.
   */
  async within<Result>(
    operation: LimitedOperation,
    subject: LimitSubject,
    work: () => Promise<Result>,
  ): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      if (isOwnFailure(error)) this.#giveBack(operation, subject)
      throw error
    }
  }

  #giveBack(operation: LimitedOperation, subject: LimitSubject): void {
    const now = this.clock.now()
    // Those that were taken a moment ago: a store that is away must not hide why the request failed.
    const limits = this.#organizations.get(subject.organizationId)?.limits ?? this.settings.limits
    for (const { key, window } of limitRequests(operation, subject, limits))
      this.#credits.add(key, windowAt(window, now).end)
  }

  /**
   * How much of each limit is used: a look, which takes nothing. Limits of client addresses are not in it. A counter
   * may have taken more than a limit that was lowered since: `used` is at most `max`.
   */
  async uses(subjects: LimitSubjects, options: CallOptions = {}): Promise<LimitUse[]> {
    const { organizationId, projects, keys } = subjects
    const limits = await this.#limitsOf(organizationId, options)
    const looks = [
      ...SHARED.map((operation) => ({
        operation,
        id: organizationId,
        request: organizationLimit(operation, organizationId, limits),
      })),
      ...projects.map((id) => ({ operation: 'agent' as const, id, request: projectLimit(id, limits) })),
      ...keys.map((id) => ({ operation: 'assistant' as const, id, request: keyLimit(id, limits) })),
    ]
    const uses: LimitUse[] = []
    for (let start = 0; start < looks.length; start += LOOKS_AT_ONCE) {
      const some = looks.slice(start, start + LOOKS_AT_ONCE)
      const requests = some.map(({ request }) => ({ ...request, cost: 0 }))
      const { states } = await this.limiter.take(requests, options)
      for (const [index, state] of states.entries()) {
        const { operation = 'agent', id = '' } = some[index] ?? {}
        const free = this.#credits.of(some[index]?.request.key ?? '', this.clock.now())
        uses.push({ ...state, operation, id, used: Math.max(0, state.max - state.remaining - free) })
      }
    }
    return uses
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

/** The server, not the request or the model, is to blame. */
function isOwnFailure(error: unknown): boolean {
  return DocentError.is(error) && OWN_FAILURES.has(error.code)
}

/** Which limits a request takes, the one that a refusal should name first in front. */
function limitRequests(
  operation: LimitedOperation,
  subject: LimitSubject,
  limits: LimitSettings,
): LimitRequest[] {
  const { keyId, organizationId, projectId } = subject
  if (operation === 'agent') return [projectLimit(projectId, limits)]
  const shared: LimitRequest[] = [
    organizationLimit(operation, organizationId, limits),
    { scope: 'ip', key: `${operation}:ip:${limitAddress(subject.ip)}`, max: limits.ipPerDay, window: DAY },
  ]
  return operation === 'assistant' ? [keyLimit(keyId, limits), ...shared] : shared
}

function organizationLimit(
  operation: LimitedOperation,
  id: OrganizationId,
  limits: LimitSettings,
): LimitRequest {
  const key = `${operation}:organization:${id}`
  return { scope: 'organization', key, max: limits.organizationPerHour, window: HOUR }
}

function projectLimit(id: ProjectId, { projectPerHour }: LimitSettings): LimitRequest {
  return { scope: 'project', key: `agent:project:${id}`, max: projectPerHour, window: HOUR }
}

function keyLimit(id: KeyId, { keyPerMonth }: LimitSettings): LimitRequest {
  return { scope: 'key', key: `assistant:key:${id}`, max: keyPerMonth, window: MONTH }
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
