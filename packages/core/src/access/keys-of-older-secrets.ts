import { inject, injectable } from 'tsyringe'
import type { KeyRecord } from '../domain/key.ts'
import type { CallOptions } from '../ports/call-options.ts'
import { Clock } from '../ports/clock.ts'
import { KeyStore } from '../ports/key-store.ts'
import { ProjectStore } from '../ports/project-store.ts'
import { Settings } from '../ports/settings.ts'
import { markHash } from './key-format.ts'
import { keySecrets } from './key-secrets.ts'

/**
 * The keys in force that stop working when the newest secret is the only one. A key moves to the newest one when it is
 * used; nobody else can move it, for only its hash is kept.
 */
@injectable()
export class KeysOfOlderSecrets {
  constructor(
    @inject(KeyStore) private readonly keys: KeyStore,
    @inject(ProjectStore) private readonly projects: ProjectStore,
    @inject(Settings) private readonly settings: Settings,
    @inject(Clock) private readonly clock: Clock,
  ) {}

  /** Of all organizations. A key of a release that did not keep its secret is among them until its next use. */
  async list(options: CallOptions = {}): Promise<KeyRecord[]> {
    const [newest, ...older] = keySecrets(this.settings)
    if (older.length === 0) return []
    const keys = await this.#inForce(options)
    return keys.filter(({ keyedBy, hash }) => keyedBy !== markHash(newest, hash))
  }

  /** The keys in force that no secret of this server made: requests with them are refused. */
  async lost(options: CallOptions = {}): Promise<KeyRecord[]> {
    const secrets = keySecrets(this.settings)
    const keys = await this.#inForce(options)
    return keys.filter(
      ({ keyedBy, hash }) =>
        keyedBy !== undefined && secrets.every((secret) => keyedBy !== markHash(secret, hash)),
    )
  }

  async #inForce(options: CallOptions): Promise<KeyRecord[]> {
    const now = this.clock.now()
    const found: KeyRecord[] = []
    for (const { id } of await this.projects.organizations(options))
      for (const key of await this.keys.list(id, options))
        if (key.revokedAt === null && (key.expiresAt === null || now < key.expiresAt)) found.push(key)
    return found
  }
}
