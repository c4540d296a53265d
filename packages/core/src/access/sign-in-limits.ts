import { createHash } from 'node:crypto'
import { inject, injectable } from 'tsyringe'
import { limitAddress } from '../domain/ip-address.ts'
import type { LimitRequest } from '../domain/limit.ts'
import { RateLimited } from '../domain/rate-limited.ts'
import { FallbackLimiter } from '../limits/fallback-limiter.ts'
import type { CallOptions } from '../ports/call-options.ts'
import { Clock } from '../ports/clock.ts'

/** Attempts of one client address and of one account in a window, right ones too: guesses that run at once count. */
const MAX_BY_ADDRESS = 60
const MAX_BY_ACCOUNT = 20
const WINDOW_MS = 15 * 60_000

/** Slows down guessing of passwords, codes and links, whether one address guesses or many do. */
@injectable()
export class SignInLimits {
  constructor(
    @inject(FallbackLimiter) private readonly limiter: FallbackLimiter,
    @inject(Clock) private readonly clock: Clock,
  ) {}

  /**
   * Counts one attempt before it is made.
   * @param account what names the account: an address, an id or a challenge; absent for a link
   * @throws RateLimited `ip` or `account`
   */
  async take(ip: string, account?: string, options: CallOptions = {}): Promise<void> {
    const { refusedBy } = await this.limiter.take(requests(ip, account), options)
    if (refusedBy === undefined) return
    const limit = refusedBy.scope === 'account' ? 'account' : 'ip'
    throw new RateLimited({ limit, resetAt: refusedBy.resetAt }, this.clock.now())
  }
}

function requests(ip: string, account: string | undefined): LimitRequest[] {
  const window = { kind: 'fixed', ms: WINDOW_MS } as const
  const byAddress: LimitRequest = {
    scope: 'ip',
    key: `sign-in:ip:${limitAddress(ip)}`,
    max: MAX_BY_ADDRESS,
    window,
  }
  if (account === undefined) return [byAddress]
  // People type passwords into the wrong field: what was typed is not kept.
  const digest = createHash('sha256').update(account.trim().toLowerCase()).digest('base64url').slice(0, 22)
  return [byAddress, { scope: 'account', key: `sign-in:account:${digest}`, max: MAX_BY_ACCOUNT, window }]
}
