import type { CallOptions, KeyChange, KeyHash, KeyId, KeyRecord, OrganizationId } from '@docent/core/plugin'
import { describe, expect, test } from 'vitest'
import { MemoryKeyStore } from '../fakes/memory-key-store.ts'
import { failingCases } from './contract-case.ts'
import { keyStoreCases, keyStoreContract } from './key-store.ts'

class HidesRevokedKeys extends MemoryKeyStore {
  override async findByHash(hashes: readonly string[], options?: CallOptions) {
    const record = await super.findByHash(hashes, options)
    return record?.revokedAt ? undefined : record
  }
}

class TriesOneHashOnly extends MemoryKeyStore {
  override findByHash(hashes: readonly string[], options?: CallOptions) {
    return super.findByHash(hashes.slice(0, 1), options)
  }
}

class FindsByPrefix extends MemoryKeyStore {
  override async findByHash(hashes: readonly string[], options?: CallOptions) {
    const known = [...this.records.values()].map((record) => record.hash)
    const whole = hashes.map((hash) => known.find((each) => each.startsWith(hash)) ?? hash)
    return super.findByHash(whole, options)
  }
}

class MovesTheRevocation extends MemoryKeyStore {
  override async revoke(organization: OrganizationId, id: KeyId, at: number, options?: CallOptions) {
    const record = this.records.get(id)
    if (record && !options?.signal?.aborted && record.organizationId === organization) {
      this.records.set(id, { ...record, revokedAt: null })
    }
    return super.revoke(organization, id, at, options)
  }
}

class RevokesForAnybody extends MemoryKeyStore {
  override revoke(organization: OrganizationId, id: KeyId, at: number, options?: CallOptions) {
    return super.revoke(this.records.get(id)?.organizationId ?? organization, id, at, options)
  }
}

class MovesTheLastUseBack extends MemoryKeyStore {
  override async touch(id: KeyId, at: number, options?: CallOptions) {
    options?.signal?.throwIfAborted()
    const record = this.records.get(id)
    if (record) this.records.set(id, { ...record, lastUsedAt: at })
  }
}

class WritesAWholeStaleRecord extends MemoryKeyStore {
  override async touch(id: KeyId, at: number, options?: CallOptions) {
    const stale = this.records.get(id)
    await Promise.resolve()
    await super.touch(id, at, options)
    const fresh = this.records.get(id)
    if (stale && fresh) this.records.set(id, { ...stale, lastUsedAt: fresh.lastUsedAt })
  }
}

class AllowsAHashTwice extends MemoryKeyStore {
  override async create(record: KeyRecord, options?: CallOptions) {
    options?.signal?.throwIfAborted()
    if (this.records.has(record.id)) return super.create(record, options)
    this.records.set(record.id, structuredClone(record))
  }
}

class OldestFirst extends MemoryKeyStore {
  override async list(organization: OrganizationId, options?: CallOptions) {
    return (await super.list(organization, options)).reverse()
  }
}

class ListsEveryOrganization extends MemoryKeyStore {
  override async list(_organization: OrganizationId, options?: CallOptions) {
    options?.signal?.throwIfAborted()
    return [...this.records.values()]
  }
}

class LosesTheLimitsOfAKey extends MemoryKeyStore {
  override create(record: KeyRecord, options?: CallOptions) {
    return super.create({ ...record, allowedIps: [] }, options)
  }
}

class TrustsEveryKey extends MemoryKeyStore {
  override create(record: KeyRecord, options?: CallOptions) {
    return super.create({ ...record, trustGroups: false }, options)
  }
}

class HidesExpiredKeys extends MemoryKeyStore {
  override async findByHash(hashes: readonly string[], options?: CallOptions) {
    const record = await super.findByHash(hashes, options)
    return record?.expiresAt != null && record.expiresAt < Date.now() ? undefined : record
  }
}

class ComparesHashesWithoutCase extends MemoryKeyStore {
  override findByHash(hashes: readonly string[], options?: CallOptions) {
    return super.findByHash(
      hashes.map((hash) => hash.toLowerCase()),
      options,
    )
  }
}

class FindsTheOldestOfTheHashes extends MemoryKeyStore {
  override async findByHash(hashes: readonly string[], options?: CallOptions) {
    options?.signal?.throwIfAborted()
    return structuredClone([...this.records.values()].find((record) => hashes.includes(record.hash)))
  }
}

class FindsAnyKeyForNoHash extends MemoryKeyStore {
  override async findByHash(hashes: readonly string[], options?: CallOptions) {
    if (hashes.length === 0) return structuredClone([...this.records.values()][0])
    return super.findByHash(hashes, options)
  }
}

class MakesKeysByTouching extends MemoryKeyStore {
  override async touch(id: KeyId, at: number, options?: CallOptions) {
    await super.touch(id, at, options)
    if (this.records.has(id)) return
    const organizationId = 'mine' as OrganizationId
    this.records.set(id, { id, organizationId, createdAt: at, lastUsedAt: at } as KeyRecord)
  }
}

class RevokesByDeleting extends MemoryKeyStore {
  override async revoke(organization: OrganizationId, id: KeyId, at: number, options?: CallOptions) {
    const record = await super.revoke(organization, id, at, options)
    if (record) this.records.delete(id)
    return record
  }
}

class ChangesForAnybody extends MemoryKeyStore {
  override change(organization: OrganizationId, id: KeyId, wanted: KeyChange, options?: CallOptions) {
    const owner = this.records.get(id)?.organizationId ?? organization
    return super.change(owner, id, wanted, options)
  }
}

class NeverRemovesACap extends MemoryKeyStore {
  override change(organization: OrganizationId, id: KeyId, wanted: KeyChange, options?: CallOptions) {
    const { spendUsdPerMonth: cap, ...rest } = wanted
    return super.change(organization, id, cap === null ? rest : wanted, options)
  }
}

class RestoresAnyKey extends MemoryKeyStore {
  override restore(organization: OrganizationId, id: KeyId, _since: number, options?: CallOptions) {
    return super.restore(organization, id, 0, options)
  }
}

class RehashesWhateverTheHashIs extends MemoryKeyStore {
  override async rehash(id: KeyId, _from: string, to: KeyHash, options?: CallOptions) {
    options?.signal?.throwIfAborted()
    const record = this.records.get(id)
    if (record) this.records.set(id, { ...record, ...to })
  }
}

class RevivesACappedKey extends MemoryKeyStore {
  override async change(organization: OrganizationId, id: KeyId, wanted: KeyChange, options?: CallOptions) {
    const record = await super.change(organization, id, wanted, options)
    if (!record) return undefined
    const revived = { ...record, revokedAt: null }
    this.records.set(id, revived)
    return structuredClone(revived)
  }
}

class LendsItsRecords extends MemoryKeyStore {
  override async findByHash(hashes: readonly string[], options?: CallOptions) {
    options?.signal?.throwIfAborted()
    const found = hashes.map((hash) => [...this.records.values()].find((record) => record.hash === hash))
    return found.find((record) => record !== undefined)
  }
}

keyStoreContract('memory', () => ({ store: new MemoryKeyStore() }))

describe('KeyStore contract', () => {
  test.each([
    { Broken: HidesRevokedKeys, sentence: /revoked and expired keys too/ },
    { Broken: TriesOneHashOnly, sentence: /any of the hashes/ },
    { Broken: FindsByPrefix, sentence: /a part of one/ },
    { Broken: MovesTheRevocation, sentence: /keeps the first time/ },
    { Broken: RevokesForAnybody, sentence: /of another organization/ },
    { Broken: MovesTheLastUseBack, sentence: /forward only/ },
    { Broken: WritesAWholeStaleRecord, sentence: /a revocation among them/ },
    { Broken: AllowsAHashTwice, sentence: /is there already/ },
    { Broken: OldestFirst, sentence: /newest first/ },
    { Broken: ListsEveryOrganization, sentence: /keys of one organization/ },
    { Broken: LosesTheLimitsOfAKey, sentence: /every field/ },
    { Broken: TrustsEveryKey, sentence: /every field/ },
    { Broken: HidesExpiredKeys, sentence: /revoked and expired keys too/ },
    { Broken: ComparesHashesWithoutCase, sentence: /any of the hashes|unknown hash/ },
    { Broken: FindsTheOldestOfTheHashes, sentence: /first that is there before/ },
    { Broken: FindsAnyKeyForNoHash, sentence: /no hash at all/ },
    { Broken: MakesKeysByTouching, sentence: /makes no key/ },
    { Broken: RevokesByDeleting, sentence: /keeps the first time/ },
    { Broken: ChangesForAnybody, sentence: /leaves a key of another organization/ },
    { Broken: NeverRemovesACap, sentence: /changes what is named/ },
    { Broken: RestoresAnyKey, sentence: /just revoked, and no other/ },
    { Broken: RehashesWhateverTheHashIs, sentence: /replaces the hash of a key/ },
    { Broken: RevivesACappedKey, sentence: /changes what is named/ },
    { Broken: LendsItsRecords, sentence: /is not changed/ },
  ])('catches a store that is $Broken.name', async ({ Broken, sentence }) => {
    const failing = await failingCases(keyStoreCases, () => ({ store: new Broken() }))
    expect(failing.join('\n')).toMatch(sentence)
  })
})
