import type { OrganizationId } from './ids.ts'

/** Who did something: a person, a script with a key, somebody at the command line, or a person who is not signed in. */
export interface AuditActor {
  readonly kind: 'member' | 'key' | 'command' | 'nobody'
  /** Of the account or of the key's record; null for the others. */
  readonly id: string | null
  /** As people read it, at that time. */
  readonly name: string
}

/** Plain values: never a key, a password or another secret. */
export type AuditDetails = Readonly<Record<string, string | number | boolean | null>>

/** One thing that was done: who, what, from where, when. */
export interface AuditEntry {
  /** Sorts by time. */
  readonly id: string
  readonly organizationId: OrganizationId
  readonly at: number
  readonly actor: AuditActor
  /** Such as `key.create`. */
  readonly action: string
  /** What it was done to, such as the id of a key. */
  readonly target: string | null
  readonly details: AuditDetails
  /** Address of the client; null at the command line. */
  readonly ip: string | null
  readonly userAgent: string | null
}
