import type { Account } from '../domain/account.ts'
import type { AuditDetails } from '../domain/audit-entry.ts'
import type { OrganizationId } from '../domain/ids.ts'

/** What an operation adds to its entry in the audit log. Never a key, a password or another secret. */
export class AuditNote {
  /** What the change is about, such as the id of a key. */
  target: string | undefined
  details: AuditDetails = {}
  /** Of an operation that no organization was named for. */
  organizationId: OrganizationId | undefined
  /** Of an operation that signs somebody in. */
  account: Account | undefined
  isSkipped = false

  about(target: string, details: AuditDetails = {}): void {
    this.target = target
    this.details = { ...this.details, ...details }
  }

  by(account: Account): void {
    this.account = account
  }

  /** Nothing was changed after all. */
  skip(): void {
    this.isSkipped = true
  }
}
