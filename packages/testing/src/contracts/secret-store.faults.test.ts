import type { CallOptions, OrganizationId, SealedSecret } from '@docent/core/plugin'
import { describe, expect, test } from 'vitest'
import { MemorySecretStore } from '../fakes/memory-secret-store.ts'
import { failingCases } from './contract-case.ts'
import { secretStoreCases, secretStoreContract } from './secret-store.ts'

class KeepsTheFirst extends MemorySecretStore {
  override async put(secret: SealedSecret, options?: CallOptions) {
    const known = await this.list(secret.organizationId)
    if (!known.some(({ name }) => name === secret.name)) await super.put(secret, options)
  }
}

class ListsEveryOrganization extends MemorySecretStore {
  override async list() {
    return this.stored
  }
}

class RemovesForAnybody extends MemorySecretStore {
  override remove(_organization: OrganizationId, name: string, options?: CallOptions) {
    return super.remove('mine' as OrganizationId, name, options)
  }
}

secretStoreContract('memory', () => ({ store: new MemorySecretStore() }))

describe('SecretStore contract', () => {
  test.each([
    { Broken: KeepsTheFirst, sentence: /the last/ },
    { Broken: ListsEveryOrganization, sentence: /in each organization/ },
    { Broken: RemovesForAnybody, sentence: /of its organization/ },
  ])('catches a store that is $Broken.name', async ({ Broken, sentence }) => {
    const failing = await failingCases(secretStoreCases, () => ({ store: new Broken() }))
    expect(failing.join('\n')).toMatch(sentence)
  })
})
