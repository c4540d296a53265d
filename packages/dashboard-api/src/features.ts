import type { CallOptions, PluginCredential } from '@docent/core/plugin'
import type { Services } from '@docent/http'
import type { NewsHub } from './news-hub.ts'
import type { ProviderClient } from './openid/provider-client.ts'

interface KeptBackup {
  readonly name: string
  readonly bytes: number
  readonly isEncrypted: boolean
}

/** Backups that a server makes of itself. */
export interface ServerBackups {
  /** Where they lie: a folder, or a bucket. */
  readonly address: string
  readonly keep: number
  readonly everyHours: number
  readonly holdsStore: boolean
  /** Newest first. */
  list(options: CallOptions): Promise<readonly (KeptBackup & { readonly createdAt: Date })[]>
  last(
    options?: CallOptions,
  ): Promise<{ readonly createdAt: string; readonly address: string; readonly isNoted: boolean } | undefined>
  /** @throws DocentError `conflict` while another one is made */
  make(signal: AbortSignal): Promise<KeptBackup & { readonly createdAt: string }>
}

/** What operations of the dashboard find in `services`, beside what all operations have. */
export interface DashboardFeatures {
  /** Of the server. */
  readonly version: string
  readonly dataDirectory: string
  readonly news: NewsHub
  readonly backups: ServerBackups
  /** What people may enter when no plugin keeps credentials. */
  readonly credentials: readonly PluginCredential[]
  /** Absent when docent.config.ts names no provider of sign-in. */
  readonly openId: ProviderClient | undefined
}

/** A call of such an operation. */
export interface OfDashboard {
  readonly services: Services & DashboardFeatures
}
