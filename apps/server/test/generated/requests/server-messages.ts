import type { Stall } from '../loop-stalls.ts'

/** What requests need. */
export interface ServerFacts {
  readonly url: string
  readonly adminKey: string
  readonly assistantKey: string
  /** Headers of an owner's page of the dashboard. */
  readonly session: Readonly<Record<string, string>>
  readonly userId: string
}

export type ServerMessage =
  | ({ kind: 'started' } & ServerFacts)
  | ({ kind: 'stall' } & Stall)
  | { kind: 'failure'; line: string }
  | { kind: 'usage'; rss: number; cpuUs: number }
