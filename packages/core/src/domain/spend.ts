import type { KeyId } from './ids.ts'

/** A key as a spend cap counts it. */
export interface SpendKey {
  readonly id: KeyId
  /** Most US dollars a calendar month (UTC); absent: the key has no cap of its own. */
  readonly spendUsdPerMonth?: number
}

/** How much of a monthly spend cap is used. Amounts are US dollars. */
export interface SpendState {
  readonly scope: 'project' | 'key'
  /** Id of the project or key. */
  readonly id: string
  readonly max: number
  readonly used: number
  readonly left: number
  /** When the month ends, milliseconds since the epoch. */
  readonly resetAt: number
}
