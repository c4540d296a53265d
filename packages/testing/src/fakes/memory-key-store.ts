import {
  type CallOptions,
  DocentError,
  type KeyChange,
  type KeyHash,
  type KeyId,
  type KeyRecord,
  type KeyStore,
  type OrganizationId,
  withKeyChange,
} from '@docent/core/plugin'

/** Keys in memory, for tests. What goes in and comes out is copied, as with a real store. */
export class MemoryKeyStore implements KeyStore {
  /** In the order they were made. */
  protected readonly records = new Map<KeyId, KeyRecord>()

  async create(record: KeyRecord, options?: CallOptions): Promise<void> {
    options?.signal?.throwIfAborted()
    const taken = [...this.records.values()].some((each) => each.hash === record.hash)
    if (taken || this.records.has(record.id)) {
      throw new DocentError('conflict', 'A key with this id or hash is there already.')
    }
    this.records.set(record.id, structuredClone(record))
  }

  async findByHash(hashes: readonly string[], options?: CallOptions): Promise<KeyRecord | undefined> {
    options?.signal?.throwIfAborted()
    for (const hash of hashes) {
      const record = [...this.records.values()].find((each) => each.hash === hash)
      if (record) return structuredClone(record)
    }
    return undefined
  }

  async list(organization: OrganizationId, options?: CallOptions): Promise<KeyRecord[]> {
    options?.signal?.throwIfAborted()
    return [...this.records.values()]
      .filter((record) => record.organizationId === organization)
      .reverse()
      .sort((one, other) => other.createdAt - one.createdAt)
      .map((record) => structuredClone(record))
  }

  async revoke(
    organization: OrganizationId,
    id: KeyId,
    at: number,
    options?: CallOptions,
  ): Promise<KeyRecord | undefined> {
    options?.signal?.throwIfAborted()
    const record = this.records.get(id)
    if (record?.organizationId !== organization) return undefined
    const revoked = { ...record, revokedAt: record.revokedAt ?? at }
    this.records.set(id, revoked)
    return structuredClone(revoked)
  }

  async restore(
    organization: OrganizationId,
    id: KeyId,
    since: number,
    options?: CallOptions,
  ): Promise<KeyRecord | undefined> {
    options?.signal?.throwIfAborted()
    const record = this.records.get(id)
    if (record?.organizationId !== organization || record.revokedAt === null || record.revokedAt < since)
      return undefined
    const restored = { ...record, revokedAt: null }
    this.records.set(id, restored)
    return structuredClone(restored)
  }

  async change(
    organization: OrganizationId,
    id: KeyId,
    change: KeyChange,
    options?: CallOptions,
  ): Promise<KeyRecord | undefined> {
    options?.signal?.throwIfAborted()
    const found = this.records.get(id)
    if (found?.organizationId !== organization) return undefined
    const record = withKeyChange(found, structuredClone(change))
    this.records.set(id, record)
    return structuredClone(record)
  }

  async rehash(id: KeyId, from: string, to: KeyHash, options?: CallOptions): Promise<void> {
    options?.signal?.throwIfAborted()
    const record = this.records.get(id)
    if (record?.hash === from) this.records.set(id, { ...record, ...to })
  }

  async touch(id: KeyId, at: number, options?: CallOptions): Promise<void> {
    options?.signal?.throwIfAborted()
    const record = this.records.get(id)
    if (record && at > (record.lastUsedAt ?? -1)) this.records.set(id, { ...record, lastUsedAt: at })
  }
}
