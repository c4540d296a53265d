import type { ReachedLimit } from './turn-limits.ts'

/** Money that is set aside for one call of a model. */
export interface SpendHold {
  /** US dollars, at most what was asked for. */
  readonly usd: number
  /** What to say when that is too little. */
  readonly limit: ReachedLimit
  /** Counts what the call cost, once; the rest is free again. */
  settle(usd: number): Promise<void>
}

/** The spend caps that a turn counts against. Each call of a model sets its highest price aside before it begins. */
export interface TurnSpend {
  /** @param ms how long the call may take: what is not settled by then is free again. */
  hold(usd: number, ms: number, signal: AbortSignal): Promise<SpendHold>
}
