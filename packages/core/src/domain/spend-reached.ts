import { RateLimited } from './rate-limited.ts'
import type { SpendState } from './spend.ts'

const WORDS = { project: 'This project has', key: 'This API key has' } as const

/** A monthly spend cap is used up: no model was called. */
export class SpendReached extends RateLimited {
  /** @param now milliseconds since the epoch. */
  constructor(
    readonly spend: SpendState,
    now: number,
  ) {
    const day = new Date(spend.resetAt).toISOString().slice(0, 10)
    const raise =
      spend.scope === 'project' ? 'raise spendUsdPerMonth of the project' : 'use a key with a higher cap'
    super({ limit: spend.scope, resetAt: spend.resetAt }, now, {
      message: `${WORDS[spend.scope]} reached its monthly spend cap of ${spend.max} US dollars. Wait until ${day}, or ${raise}.`,
    })
  }
}
