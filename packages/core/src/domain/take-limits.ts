import { DocentError } from '../errors/docent-error.ts'
import type { LimitRequest, LimitResult, LimitState } from './limit.ts'

/** What one counter holds in its window. Requests with the same key and window share one counter object. */
export interface LimitCounter {
  /** Uses taken so far. */
  used: number
  /** When the window ends, milliseconds since the epoch. */
  readonly end: number
}

/**
 * The rule of every limiter: adds each request's cost to its counter, or changes no counter when one has no room.
 * `counters[i]` belongs to `requests[i]`. Not atomic by itself: the caller holds the lock, or has one thread.
 * @throws DocentError `internal` for a cost, maximum or window that could let more through than the limit says.
 */
export function takeLimits(
  requests: readonly LimitRequest[],
  counters: readonly LimitCounter[],
): LimitResult {
  // Plain loops and one object a limit: this runs for every request of the server, a million times a second.
  let taken = 0
  for (; taken < requests.length; taken++) {
    const request = requests[taken] as LimitRequest
    const counter = counters[taken] as LimitCounter
    const cost = request.cost ?? 1
    if (!isSound(request, cost)) {
      giveBack(requests, counters, taken)
      throw new DocentError(
        'internal',
        `The ${request.scope} limit has a cost, maximum or window that is no count.`,
      )
    }
    if (counter.used + cost > request.max) break
    counter.used += cost
  }
  const allowed = taken === requests.length
  if (!allowed) giveBack(requests, counters, taken)

  const states = new Array<LimitState>(requests.length)
  for (let index = 0; index < requests.length; index++) {
    states[index] = stateOf(requests[index] as LimitRequest, counters[index] as LimitCounter)
  }
  return { allowed, states, refusedBy: allowed ? undefined : states[taken] }
}

/** A negative cost would give uses back, and a comparison with NaN would let everything through. */
function isSound({ max, window }: LimitRequest, cost: number): boolean {
  return Number.isSafeInteger(cost) && cost >= 0 && max >= 0 && (window.kind === 'month' || window.ms >= 1)
}

function giveBack(requests: readonly LimitRequest[], counters: readonly LimitCounter[], count: number): void {
  for (let index = 0; index < count; index++) {
    const counter = counters[index] as LimitCounter
    counter.used -= requests[index]?.cost ?? 1
  }
}

function stateOf(request: LimitRequest, counter: LimitCounter): LimitState {
  return {
    scope: request.scope,
    max: request.max,
    remaining: request.max > counter.used ? request.max - counter.used : 0,
    resetAt: counter.end,
    window: request.window,
  }
}
