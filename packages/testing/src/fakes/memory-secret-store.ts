import type { CallOptions, OrganizationId, SealedSecret, SecretStore } from '@docent/core/plugin'

/** Encrypted credentials in memory, for tests. */
export class MemorySecretStore implements SecretStore {
  protected stored: SealedSecret[] = []

  async put(secret: SealedSecret, options?: CallOptions): Promise<void> {
    options?.signal?.throwIfAborted()
    this.stored = [...this.stored.filter((one) => !isSame(one, secret)), { ...secret }]
  }

  async list(organization: OrganizationId, options?: CallOptions): Promise<SealedSecret[]> {
    options?.signal?.throwIfAborted()
    return this.stored
      .filter((one) => one.organizationId === organization)
      .sort((one, other) => (one.name < other.name ? -1 : 1))
  }

  async remove(organization: OrganizationId, name: string, options?: CallOptions): Promise<boolean> {
    options?.signal?.throwIfAborted()
    const kept = this.stored.filter((one) => !isSame(one, { organizationId: organization, name }))
    const isThere = kept.length < this.stored.length
    this.stored = kept
    return isThere
  }
}

function isSame(
  one: Pick<SealedSecret, 'organizationId' | 'name'>,
  other: Pick<SealedSecret, 'organizationId' | 'name'>,
): boolean {
  return one.organizationId === other.organizationId && one.name === other.name
}
