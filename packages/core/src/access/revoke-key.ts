import { inject, injectable } from 'tsyringe'
import type { KeyId, OrganizationId } from '../domain/ids.ts'
import type { KeyRecord } from '../domain/key.ts'
import { DocentError } from '../errors/docent-error.ts'
import type { CallOptions } from '../ports/call-options.ts'
import { Clock } from '../ports/clock.ts'
import { KeyStore } from '../ports/key-store.ts'

/** Takes a key out of use, on every node within 5 seconds. Revoking twice keeps the first time. */
@injectable()
export class RevokeKey {
  constructor(
    @inject(KeyStore) private readonly keys: KeyStore,
    @inject(Clock) private readonly clock: Clock,
  ) {}

  /** @throws DocentError `not_found` when the organization has no such key. */
  async revoke(organization: OrganizationId, id: KeyId, options: CallOptions = {}): Promise<KeyRecord> {
    const record = await this.keys.revoke(organization, id, this.clock.now(), options)
    if (!record) throw new DocentError('not_found', `There is no key "${id}".`)
    return record
  }
}
