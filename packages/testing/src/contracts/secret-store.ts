import { organizationId, type SealedSecret, type SecretStore } from '@docent/core/plugin'
import { expect } from 'vitest'
import { type ContractCase, type ContractContext, contractSuite } from './contract-case.ts'

export interface SecretStoreContext extends ContractContext {
  readonly store: SecretStore
  /** Another store over the same data, as another process has it. Absent when the data is in memory. */
  peer?(): SecretStore | Promise<SecretStore>
}

const mine = organizationId('mine')
const theirs = organizationId('theirs')

const secret = (name: string, change: Partial<SealedSecret> = {}): SealedSecret => ({
  organizationId: mine,
  name,
  sealed: `v1.${name}`,
  lastFour: 'abcd',
  updatedAt: 1_800_000_000_000,
  updatedBy: 'Ada',
  ...change,
})

export const secretStoreCases: readonly ContractCase<SecretStoreContext>[] = [
  {
    name: 'gives back every field, to every store over the same data, by name',
    async run({ store, peer }) {
      await store.put(secret('B_KEY'))
      await store.put(secret('A_KEY'))
      const reader = (await peer?.()) ?? store
      expect(await reader.list(mine)).toEqual([secret('A_KEY'), secret('B_KEY')])
    },
  },
  {
    name: 'keeps one of a name in each organization: the last',
    async run({ store }) {
      await store.put(secret('A_KEY'))
      await store.put(secret('A_KEY', { organizationId: theirs, sealed: 'v1.theirs' }))
      await store.put(secret('A_KEY', { sealed: 'v1.new', updatedBy: 'Eve' }))
      expect(await store.list(mine)).toEqual([secret('A_KEY', { sealed: 'v1.new', updatedBy: 'Eve' })])
      expect(await store.list(theirs)).toMatchObject([{ sealed: 'v1.theirs' }])
    },
  },
  {
    name: 'removes one of its organization, and says whether it was there',
    async run({ store }) {
      await store.put(secret('A_KEY'))
      expect(await store.remove(theirs, 'A_KEY')).toBe(false)
      expect(await store.remove(mine, 'A_KEY')).toBe(true)
      expect(await store.remove(mine, 'A_KEY')).toBe(false)
      expect(await store.list(mine)).toEqual([])
    },
  },
  {
    name: 'does nothing when the signal is aborted',
    async run({ store }) {
      const signal = AbortSignal.abort(new Error('left'))
      await expect(store.put(secret('A_KEY'), { signal })).rejects.toThrow('left')
      expect(await store.list(mine)).toEqual([])
    },
  },
]

/** The promises of `SecretStore`, as tests of an adapter. */
export const secretStoreContract: (
  name: string,
  factory: () => SecretStoreContext | Promise<SecretStoreContext>,
) => void = contractSuite('SecretStore', secretStoreCases)
