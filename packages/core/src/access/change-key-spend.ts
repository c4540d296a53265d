import { defined } from '@docent/content'
import { inject, injectable } from 'tsyringe'
import type { KeyId, OrganizationId } from '../domain/ids.ts'
import type { KeyRecord } from '../domain/key.ts'
import { DocentError } from '../errors/docent-error.ts'
import { Models } from '../models/models.ts'
import type { CallOptions } from '../ports/call-options.ts'
import { KeyStore } from '../ports/key-store.ts'
import { ProjectStore } from '../ports/project-store.ts'
import { assertKeyPriced } from './assert-key-priced.ts'

/** Changes or removes the monthly spend cap of a key. */
@injectable()
export class ChangeKeySpend {
  constructor(
    @inject(KeyStore) private readonly keys: KeyStore,
    @inject(ProjectStore) private readonly projects: ProjectStore,
    @inject(Models) private readonly models: Models,
  ) {}

  /**
   * It counts from the next request; what was spent without a cap is not known. Jobs keep the cap that their key had
   * when they started.
   * @param usdPerMonth undefined removes the cap.
   * @throws DocentError `not_found` when the organization has no such key, `configuration` when the price of a model
   * that it may use is unknown.
   */
  async change(
    organization: OrganizationId,
    id: KeyId,
    usdPerMonth: number | undefined,
    options: CallOptions = {},
  ): Promise<KeyRecord> {
    const found = (await this.keys.list(organization, options)).find((key) => key.id === id)
    if (!found) throw noKey(id)
    const { spendUsdPerMonth: _, ...uncapped } = found
    const wanted = { ...uncapped, ...defined({ spendUsdPerMonth: usdPerMonth }) }
    await assertKeyPriced({ projects: this.projects, models: this.models }, wanted, options)
    const record = await this.keys.setSpendCap(organization, id, usdPerMonth, options)
    if (!record) throw noKey(id)
    return record
  }
}

function noKey(id: KeyId): DocentError {
  return new DocentError('not_found', `There is no key "${id}".`)
}
