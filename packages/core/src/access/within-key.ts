import { isRangeWithin } from '../domain/ip-address.ts'
import type { KeyChange, KeyRecord, KeyScope } from '../domain/key.ts'
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
  assertChangeWithinKey(parent, {
    expiresAt: expiresAt ?? null,
    allowedIps: allowedIps ?? [],
    spendUsdPerMonth: spendUsdPerMonth ?? null,
  })
}

/**
 * Refuses more time, addresses, or money than the key that gives it has.
 * @throws DocentError `forbidden` that names the field
 */
export function assertChangeWithinKey(
  parent: Pick<KeyRecord, 'expiresAt' | 'allowedIps' | 'spendUsdPerMonth'>,
  { expiresAt, allowedIps, spendUsdPerMonth }: KeyChange,
): void {
  const { expiresAt: end, allowedIps: outer, spendUsdPerMonth: cap } = parent
  if (expiresAt !== undefined && end !== null && (expiresAt === null || expiresAt > end))
    refuse('expiresAt: this key ends earlier')
  if (spendUsdPerMonth !== undefined && cap !== undefined)
    if (spendUsdPerMonth === null || spendUsdPerMonth > cap)
      refuse(`spendUsdPerMonth: this key may spend ${cap} US dollars a month`)
  if (allowedIps === undefined || outer.length === 0) return
  const isWithin = (range: string) => outer.some((one) => isRangeWithin(range, one))
  if (allowedIps.length === 0 || !allowedIps.every(isWithin))
    refuse('allowedIps: this key is limited to fewer addresses')
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
