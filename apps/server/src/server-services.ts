import type { Services } from '@docent/http'
import type { SiteFeature } from '@docent/pages'
import type { NewsHub } from './api/events/news-hub.ts'
import type { Backups } from './backup/backups.ts'
import type { ProviderClient } from './openid/provider-client.ts'

/** What operations of the server's features find in `services`, beside what all operations have. */
export interface Features extends SiteFeature {
  readonly dataDirectory: string
  readonly news: NewsHub
  readonly backups: Backups
  /** Absent when docent.config.ts names no provider of sign-in. */
  readonly openId: ProviderClient | undefined
}

/** A call of an operation of such a feature. */
export interface OfServer {
  readonly services: Services & Features
}
