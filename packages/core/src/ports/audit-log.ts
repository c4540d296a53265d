import type { AuditEntry } from '../domain/audit-entry.ts'
import type { OrganizationId } from '../domain/ids.ts'
import type { CallOptions } from './call-options.ts'
import { type Token, token } from './token.ts'

export interface AuditQuery {
  readonly organizationId: OrganizationId
  /** Id of an account or of a key. */
  readonly actorId?: string
  /** An action such as `key.create`, or all of an area such as `key`. */
  readonly action?: string
  readonly target?: string
  /** From this time on, and before that one, milliseconds since the epoch. */
  readonly from?: number
  readonly until?: number
  readonly limit: number
  /** `nextCursor` of the page before. */
  readonly cursor?: string
}

export interface AuditPage {
  /** Newest first. */
  readonly entries: readonly AuditEntry[]
  readonly nextCursor: string | null
}

/** Everything that was done. Entries are added and, after their time, deleted; none is ever changed. */
export interface AuditLog {
  /** Keeps the entry; resolves when it is durable. */
  record(entry: AuditEntry, options?: CallOptions): Promise<void>
  /** @throws DocentError `invalid_request` for a cursor that no page answered. */
  list(query: AuditQuery, options?: CallOptions): Promise<AuditPage>
  /** Deletes what is older. @returns how many */
  prune(before: number, options?: CallOptions): Promise<number>
}

export const AuditLog: Token<AuditLog> = token<AuditLog>('AuditLog')
