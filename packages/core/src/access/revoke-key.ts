import type { KeyId, OrganizationId } from '../domain/ids.ts'
import type { KeyRecord } from '../domain/key.ts'
import { DocentError } from '../errors/docent-error.ts'
import type { CallOptions } from '../ports/call-options.ts'
import type { Clock } from '../ports/clock.ts'
import type { KeyStore } from '../ports/key-store.ts'

/**
 * Takes a key out of use, on every node within 5 seconds. Revoking twice keeps the first time.
 * @throws DocentError `not_found` when the organization has no such key.
 */
export async function revokeKey(
  { keys, clock }: { keys: KeyStore; clock: Clock },
  organization: OrganizationId,
  id: KeyId,
  options: CallOptions = {},
): Promise<KeyRecord> {
  const record = await keys.revoke(organization, id, clock.now(), options)
  if (!record) throw new DocentError('not_found', `There is no key "${id}".`)
  return record
}
