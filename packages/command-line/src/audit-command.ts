import { userInfo } from 'node:os'
import { type AuditDetails, RecordAudit } from '@docent/core'
import type { Docent, OrganizationId } from '@docent/core/plugin'

/** Says in the audit log what a command has done, and under which user of the system. */
export async function auditCommand(
  docent: Docent,
  organizationId: OrganizationId,
  action: string,
  target: string,
  details: AuditDetails = {},
): Promise<void> {
  await docent.resolve(RecordAudit).record({
    organizationId,
    actor: { kind: 'command', id: null, name: userName() },
    action,
    target,
    details,
    ip: null,
    userAgent: null,
  })
}

/** A container may run under a user that has no name. */
function userName(): string {
  try {
    return userInfo().username
  } catch (error) {
    if (error instanceof Error && 'code' in error) return `user ${process.getuid?.() ?? 'unknown'}`
    throw error
  }
}
