/** What a limit counts by; the name that a 429 shows. */
export type LimitScope = 'key' | 'organization' | 'ip' | 'project' | 'authentication' | 'account'

/** A fixed window is aligned to the epoch; a month is a calendar month in UTC. */
export type LimitWindow = { readonly kind: 'fixed'; readonly ms: number } | { readonly kind: 'month' }

/** One limit to take from. */
export interface LimitRequest {
  readonly scope: LimitScope
  /** Unique per counter, such as `assistant:key:k_123`. */
  readonly key: string
  readonly max: number
  readonly window: LimitWindow
  /** Uses to take, default 1. */
  readonly cost?: number
  /** Makes the cost one that ends by itself, see `LimitHold`. */
  readonly hold?: LimitHold
}

/**
 * Uses that are only set aside. They count in their window until they are replaced or `ms` have passed, so what a
 * process that ended had set aside comes back. The cost of a request with a hold replaces what the hold with this id
 * counted before; 0 lets it go.
 */
export interface LimitHold {
  /** Unique over all counters. */
  readonly id: string
  readonly ms: number
}

export interface LimitState {
  readonly scope: LimitScope
  readonly max: number
  readonly remaining: number
  /** When the window ends, milliseconds since the epoch. */
  readonly resetAt: number
  readonly window: LimitWindow
}

/** All or none: when refused, nothing was taken from any limit. */
export interface LimitResult {
  readonly allowed: boolean
  /** In the order of the requests. */
  readonly states: readonly LimitState[]
  /** The first limit that had no room; undefined when allowed. */
  readonly refusedBy: LimitState | undefined
}

/** Start and end of the window that holds `now`: fixed windows are aligned to the epoch, months to UTC. */
export function windowAt(window: LimitWindow, now: number): { start: number; end: number } {
  if (window.kind === 'fixed') {
    const start = Math.floor(now / window.ms) * window.ms
    return { start, end: start + window.ms }
  }
  const date = new Date(now)
  const year = date.getUTCFullYear()
  const month = date.getUTCMonth()
  return { start: Date.UTC(year, month, 1), end: Date.UTC(year, month + 1, 1) }
}
