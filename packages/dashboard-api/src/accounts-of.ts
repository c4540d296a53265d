import { type Accounts, DocentError } from '@docent/core/plugin'
import type { PublicCall } from '@docent/http'

/** @throws DocentError `configuration` on a server without accounts. */
export function accountsOf({ services }: PublicCall): Accounts {
  if (services.accounts) return services.accounts
  throw new DocentError(
    'configuration',
    'This server has no accounts. Add accounts() of @docent/accounts-better-auth to "plugins" in docent.config.ts.',
  )
}

/** Where a call comes from, for sessions and the audit log. */
export function clientOf({ ip, headers }: PublicCall): { ip: string; userAgent?: string } {
  const userAgent = headers['user-agent']
  return userAgent === undefined ? { ip } : { ip, userAgent }
}
