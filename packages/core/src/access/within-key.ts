import { isRangeWithin } from '../domain/ip-address.ts'
import type { KeyRecord, KeyScope } from '../domain/key.ts'
import { holdsScope } from '../domain/permission.ts'
import { DocentError } from '../errors/docent-error.ts'
import type { IssueKeyRequest } from './issue-key.ts'

/**
 * Refuses a key that would grant more than the key that makes it: more scopes, projects, addresses, time or money.
 * @throws DocentError `forbidden` that names the field
 */
export function assertWithinKey(
  parent: KeyRecord,
  { kind, scopes, projectIds, expiresAt, allowedIps, spendUsdPerMonth }: IssueKeyRequest,
): void {
  const wanted: readonly KeyScope[] = kind === 'admin' ? (scopes ?? ['read', 'write']) : []
  for (const scope of wanted)
    if (!holdsScope(parent.scopes, scope)) refuse(`scopes: this key has not the scope "${scope}"`)
  if (!coversProjects(parent, projectIds ?? [])) refuse('projectIds: this key is limited to fewer projects')
  if (parent.expiresAt !== null && (expiresAt === undefined || expiresAt > parent.expiresAt))
    refuse('expiresAt: this key ends earlier')
  assertSpendWithinKey(parent, spendUsdPerMonth)
  if (parent.allowedIps.length === 0) return
  const ranges = allowedIps ?? []
  const isWithin = (range: string) => parent.allowedIps.some((outer) => isRangeWithin(range, outer))
  if (ranges.length === 0 || !ranges.every(isWithin))
    refuse('allowedIps: this key is limited to fewer addresses')
}

/**
 * Refuses a spend cap above the one of the key that sets it; undefined is no cap.
 * @throws DocentError `forbidden`
 */
export function assertSpendWithinKey(
  { spendUsdPerMonth: cap }: Pick<KeyRecord, 'spendUsdPerMonth'>,
  wanted: number | undefined,
): void {
  if (cap !== undefined && (wanted === undefined || wanted > cap))
    refuse(`spendUsdPerMonth: this key may spend ${cap} US dollars a month`)
}

/** Whether a key reaches at least the projects that another one names; none means all of the organization. */
export function coversProjects(
  parent: Pick<KeyRecord, 'projectIds'>,
  projectIds: KeyRecord['projectIds'],
): boolean {
  if (parent.projectIds.length === 0) return true
  return projectIds.length > 0 && projectIds.every((id) => parent.projectIds.includes(id))
}

function refuse(reason: string): never {
  throw new DocentError('forbidden', `${reason}. A key can't grant more than it has itself.`)
}
