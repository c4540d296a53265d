import { inject, injectable } from 'tsyringe'
import type { KeyId, OrganizationId } from '../domain/ids.ts'
import { type KeyChange, type KeyRecord, withKeyChange } from '../domain/key.ts'
import { DocentError } from '../errors/docent-error.ts'
import { Models } from '../models/models.ts'
import type { CallOptions } from '../ports/call-options.ts'
import { Clock } from '../ports/clock.ts'
import { KeyStore } from '../ports/key-store.ts'
import { ProjectStore } from '../ports/project-store.ts'
import { assertKeyPriced } from './assert-key-priced.ts'
import { checkKey, originsOf } from './check-key.ts'

/** Changes the name, the end, the places, or the monthly spend cap of a key. */
@injectable()
export class ChangeKey {
  constructor(
    @inject(KeyStore) private readonly keys: KeyStore,
    @inject(ProjectStore) private readonly projects: ProjectStore,
    @inject(Models) private readonly models: Models,
    @inject(Clock) private readonly clock: Clock,
  ) {}

  /**
   * It counts within 5 seconds in every process; what was spent without a cap is not known. Jobs keep the cap that their
   * key had when they started.
   * @throws DocentError `not_found` when the organization has no such key, `invalid_request` that names the field,
   * `configuration` when the price of a model that it may use is unknown.
   */
  async change(
    organization: OrganizationId,
    id: KeyId,
    change: KeyChange,
    options: CallOptions = {},
  ): Promise<KeyRecord> {
    const found = (await this.keys.list(organization, options)).find((key) => key.id === id)
    if (!found) throw noKey(id)
    checkKey({ ...change, kind: found.kind }, this.clock.now())
    const { name, allowedOrigins } = change
    const wanted: KeyChange = {
      ...change,
      ...(name === undefined ? {} : { name: name.trim() }),
      ...(allowedOrigins === undefined ? {} : { allowedOrigins: originsOf(allowedOrigins) }),
    }
    const changed = withKeyChange(found, wanted)
    if (typeof change.spendUsdPerMonth === 'number')
      await assertKeyPriced({ projects: this.projects, models: this.models }, changed, options)
    const record = await this.keys.change(organization, id, wanted, options)
    if (!record) throw noKey(id)
    return record
  }
}

function noKey(id: KeyId): DocentError {
  return new DocentError('not_found', `There is no key "${id}".`)
}
