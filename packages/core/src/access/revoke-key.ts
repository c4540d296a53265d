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

/** People have ten seconds to take it back, and requests take a while. */
const RESTORED_FOR_MS = 30_000

/**
 * Puts a key back into use that was revoked a moment ago.
 * @throws DocentError `conflict` when it was not, or too long ago.
 */
export async function restoreKey(
  { keys, clock }: { keys: KeyStore; clock: Clock },
  organization: OrganizationId,
  id: KeyId,
  options: CallOptions = {},
): Promise<KeyRecord> {
  const record = await keys.restore(organization, id, clock.now() - RESTORED_FOR_MS, options)
  if (record) return record
  throw new DocentError('conflict', 'The key was not revoked in the last 30 seconds. Create a new key.')
}
