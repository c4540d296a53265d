import { DocentError } from '../errors/docent-error.ts'
import type { LimitHold, LimitRequest, LimitResult, LimitState } from './limit.ts'

/** Uses that a counter counts until a moment, see `LimitHold`. */
export interface CounterHold {
  readonly id: string
  readonly cost: number
  /** Milliseconds since the epoch. */
  readonly until: number
}

/** What one counter holds in its window. Requests with the same key and window share one counter object. */
export interface LimitCounter {
  /** Uses taken so far, without those that are set aside. */
  used: number
  /** Uses that are set aside; those that ended may be among them. */
  holds?: readonly CounterHold[] | undefined
  /** When the window ends, milliseconds since the epoch. */
  readonly end: number
}

/**
 * The rule of every limiter: adds each request's cost to its counter, or changes no counter when one has no room.
 * `counters[i]` belongs to `requests[i]`. Not atomic by itself: the caller holds the lock, or has one thread.
 * @param now milliseconds since the epoch: what was set aside until then is free again.
 * @throws DocentError `internal` for a cost, maximum or window that could let more through than the limit says.
 */
export function takeLimits(
  requests: readonly LimitRequest[],
  counters: readonly LimitCounter[],
  now: number,
): LimitResult {
  // Plain loops and one object a limit: this runs for every request of the server, a million times a second.
  let taken = 0
  let replaced: Replaced[] | undefined
  for (; taken < requests.length; taken++) {
    const request = requests[taken] as LimitRequest
    const counter = counters[taken] as LimitCounter
    const cost = request.cost ?? 1
    if (!isSound(request, cost)) {
      giveBack(requests, counters, taken, replaced)
      throw unsound(request)
    }
    if (usedOf(counter, now, request.hold) + cost > request.max) break
    if (request.hold) {
      replaced ??= []
      replaced.push([counter, counter.holds])
      counter.holds = withHold(counter, request.hold, cost, now)
    } else counter.used += cost
  }
  const allowed = taken === requests.length
  if (!allowed) giveBack(requests, counters, taken, replaced)

  const states = new Array<LimitState>(requests.length)
  for (let index = 0; index < requests.length; index++) {
    states[index] = stateOf(requests[index] as LimitRequest, counters[index] as LimitCounter, now)
  }
  return { allowed, states, refusedBy: allowed ? undefined : states[taken] }
}

/**
 * For a limiter that decides elsewhere, such as inside a database.
 * @throws DocentError `internal` as `takeLimits` does, for any of the requests.
 */
export function assertSoundLimits(requests: readonly LimitRequest[]): void {
  for (const request of requests) if (!isSound(request, request.cost ?? 1)) throw unsound(request)
}

function unsound({ scope }: LimitRequest): DocentError {
  return new DocentError('internal', `The ${scope} limit has a cost, maximum or window that is no count.`)
}

/** A negative cost would give uses back, and a comparison with NaN would let everything through. */
function isSound({ max, window, hold }: LimitRequest, cost: number): boolean {
  if (hold && !(Number.isSafeInteger(hold.ms) && hold.ms >= 0)) return false
  return Number.isSafeInteger(cost) && cost >= 0 && max >= 0 && (window.kind === 'month' || window.ms >= 1)
}

type Replaced = [counter: LimitCounter, holds: LimitCounter['holds']]

/** Uses of a counter at a moment, without those of one hold. */
function usedOf({ used, holds }: LimitCounter, now: number, without?: LimitHold): number {
  if (!holds) return used
  return holds.reduce(
    (sum, { id, cost, until }) => (until > now && id !== without?.id ? sum + cost : sum),
    used,
  )
}

function withHold(
  { holds = [] }: LimitCounter,
  { id, ms }: LimitHold,
  cost: number,
  now: number,
): LimitCounter['holds'] {
  const next = holds.filter((hold) => hold.id !== id && hold.until > now)
  if (cost > 0) next.push({ id, cost, until: now + ms })
  return next.length > 0 ? next : undefined
}

function giveBack(
  requests: readonly LimitRequest[],
  counters: readonly LimitCounter[],
  count: number,
  replaced: readonly Replaced[] = [],
): void {
  for (const [counter, holds] of replaced.toReversed()) counter.holds = holds
  for (let index = 0; index < count; index++) {
    if (requests[index]?.hold) continue
    const counter = counters[index] as LimitCounter
    counter.used -= requests[index]?.cost ?? 1
  }
}

function stateOf(request: LimitRequest, counter: LimitCounter, now: number): LimitState {
  const used = usedOf(counter, now)
  return {
    scope: request.scope,
    max: request.max,
    remaining: request.max > used ? request.max - used : 0,
    resetAt: counter.end,
    window: request.window,
  }
}
