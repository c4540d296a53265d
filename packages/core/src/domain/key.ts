import type { KeyId, OrganizationId, ProjectId } from './ids.ts'

export type KeyKind = 'admin' | 'assistant'
/** `manage` contains `read` and `write`, and changes settings, keys and secrets. */
export const KEY_SCOPES = ['read', 'write', 'manage'] as const
export type KeyScope = (typeof KEY_SCOPES)[number]

/** The projects that somebody may see: of one organization, all of them or those that are named. */
export interface Reach {
  readonly kind: KeyKind
  readonly organizationId: OrganizationId
  /** Admin: empty means every project of the organization. Assistant: at least one. */
  readonly projectIds: readonly ProjectId[]
}

/** What is kept in place of a key. */
export interface KeyHash {
  /** HMAC-SHA-256 of the key under the server's secret, hex. */
  readonly hash: string
  /** By which whoever has that secret sees that it made the hash; see `markHash`. */
  readonly keyedBy: string
}

/** An API key as stored: the key itself is never kept, only a keyed hash of it. */
export interface KeyRecord extends Reach, Pick<KeyHash, 'hash'> {
  readonly id: KeyId
  readonly name: string
  /** Absent, until its next use, for a key of a release that did not keep it. */
  readonly keyedBy?: string
  readonly lastFour: string
  readonly scopes: readonly KeyScope[]
  readonly createdAt: number
  readonly expiresAt: number | null
  readonly revokedAt: number | null
  readonly lastUsedAt: number | null
  /** CIDR ranges or single addresses; empty allows every address. */
  readonly allowedIps: readonly string[]
  /** Origins such as `https://docs.example.com`; empty allows every origin (assistant keys). */
  readonly allowedOrigins: readonly string[]
  /** The key is kept on a server: `filter.groups` of its requests are trusted. */
  readonly trustGroups: boolean
  /** Most US dollars that its requests may cost in a calendar month (UTC); absent: no cap. */
  readonly spendUsdPerMonth?: number
  /** Who made it, for people. Absent for a key of the command line. */
  readonly createdBy?: string
  /** ID of the member whom the token of a reader was made for: it works while that person is one. */
  readonly member?: string
}

/** What people may change about a key; null takes a setting away. */
export interface KeyChange
  extends Partial<Pick<KeyRecord, 'name' | 'expiresAt' | 'allowedIps' | 'allowedOrigins'>> {
  readonly spendUsdPerMonth?: number | null
}

export function withKeyChange(record: KeyRecord, { spendUsdPerMonth, ...change }: KeyChange): KeyRecord {
  const { spendUsdPerMonth: _, ...uncapped } = record
  const capped = spendUsdPerMonth === undefined ? record : uncapped
  return {
    ...capped,
    ...change,
    ...(typeof spendUsdPerMonth === 'number' ? { spendUsdPerMonth } : {}),
  }
}
