import { type AuditActor, DEFAULT_ORGANIZATION } from '@docent/core'
import type { CallContext } from '../calls/call-context.ts'

/** Says in the audit log what a call has done. The change stands already, so the caller waits but never aborts it. */
export async function writeAudit(action: string, call: CallContext): Promise<void> {
  const { note, services, ip, headers, knownReach, namedProject } = call
  if (note.isSkipped) return
  const project = namedProject === undefined ? {} : { project: namedProject.id }
  await services.recordAudit.record({
    organizationId: note.organizationId ?? knownReach?.organizationId ?? firstOrganization(call),
    actor: actorOf(call),
    action,
    target: note.target ?? null,
    details: { ...project, ...note.details },
    ip,
    userAgent: headers['user-agent'] ?? null,
  })
}

function actorOf({ actor, note }: CallContext): AuditActor {
  if (actor.kind === 'key') return { kind: 'key', id: actor.key.id, name: actor.key.name }
  const account = note.account ?? (actor.kind === 'member' ? actor.session.account : undefined)
  if (account) return { kind: 'member', id: account.id, name: account.email ?? account.name }
  return { kind: 'nobody', id: null, name: 'somebody who is not signed in' }
}

/** What a person does to their own account stands in the log of the organization that they joined first. */
function firstOrganization({ actor }: CallContext) {
  const first = actor.kind === 'member' ? actor.session.memberships[0] : undefined
  return first?.organizationId ?? DEFAULT_ORGANIZATION
}
