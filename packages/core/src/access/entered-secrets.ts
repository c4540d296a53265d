import { inject, injectable } from 'tsyringe'
import type { OrganizationId } from '../domain/ids.ts'
import type { Resealed } from '../ports/accounts.ts'
import type { CallOptions } from '../ports/call-options.ts'
import { Clock } from '../ports/clock.ts'
import { Logger } from '../ports/logger.ts'
import { type SealedSecret, SecretStore } from '../ports/secret-store.ts'
import { Settings } from '../ports/settings.ts'
import { keySecrets } from './key-secrets.ts'
import { openSecret, sealSecret } from './seal-secret.ts'

/** A value of less has no part that may be shown. */
const SHOWN_FROM = 12

/** Credentials that people enter: encrypted in the store, never given back but to the server itself. */
@injectable()
export class EnteredSecrets {
  constructor(
    @inject(SecretStore) private readonly store: SecretStore,
    @inject(Settings) private readonly settings: Settings,
    @inject(Clock) private readonly clock: Clock,
    @inject(Logger) private readonly logger: Logger,
  ) {}

  async enter(
    organizationId: OrganizationId,
    { name, value, by }: { name: string; value: string; by: string },
    options: CallOptions = {},
  ): Promise<SealedSecret> {
    const [newest] = keySecrets(this.settings)
    const secret: SealedSecret = {
      organizationId,
      name,
      sealed: sealSecret(newest, boundName(organizationId, name), value),
      lastFour: value.length < SHOWN_FROM ? '' : value.slice(-4),
      updatedAt: this.clock.now(),
      updatedBy: by,
    }
    await this.store.put(secret, options)
    return secret
  }

  list(organizationId: OrganizationId, options: CallOptions = {}): Promise<SealedSecret[]> {
    return this.store.list(organizationId, options)
  }

  remove(organizationId: OrganizationId, name: string, options: CallOptions = {}): Promise<boolean> {
    return this.store.remove(organizationId, name, options)
  }

  /**
   * The values, by name, for the server's own use. What was sealed under an older secret is sealed anew; what no secret
   * opens is left out, which the log says.
   * @param prefix Of names that are no variables, such as those of webhooks; those without a colon if it is not given.
   */
  async open(
    organizationId: OrganizationId,
    options: CallOptions = {},
    prefix?: string,
  ): Promise<Record<string, string>> {
    const { values } = await this.#open(organizationId, options)
    const isWanted = (name: string) => (prefix === undefined ? !name.includes(':') : name.startsWith(prefix))
    return Object.fromEntries(Object.entries(values).filter(([name]) => isWanted(name)))
  }

  /** Seals anew what was sealed under an older secret. */
  async reseal(organizationId: OrganizationId, options: CallOptions = {}): Promise<Resealed> {
    const { resealed, lost } = await this.#open(organizationId, options)
    return { resealed, lost }
  }

  /** How many an older secret sealed. Nothing is changed. */
  async countOlder(organizationId: OrganizationId, options: CallOptions = {}): Promise<number> {
    const secrets = keySecrets(this.settings)
    const stored = await this.store.list(organizationId, options)
    return stored.filter(
      ({ name, sealed }) => openSecret(secrets, boundName(organizationId, name), sealed)?.isCurrent === false,
    ).length
  }

  async #open(
    organizationId: OrganizationId,
    options: CallOptions,
  ): Promise<Resealed & { values: Record<string, string> }> {
    const secrets = keySecrets(this.settings)
    const values: Record<string, string> = {}
    let resealed = 0
    let lost = 0
    for (const secret of await this.store.list(organizationId, options)) {
      const { name, sealed } = secret
      const opened = openSecret(secrets, boundName(organizationId, name), sealed)
      if (!opened) {
        lost += 1
        this.logger.warn({ name }, 'a credential that was entered cannot be decrypted: enter it again')
        continue
      }
      values[name] = opened.value
      if (opened.isCurrent) continue
      const fresh = sealSecret(secrets[0], boundName(organizationId, name), opened.value)
      await this.store.put({ ...secret, sealed: fresh }, options)
      resealed += 1
    }
    return { values, resealed, lost }
  }
}

function boundName(organizationId: OrganizationId, name: string): string {
  return `${organizationId}/${name}`
}
