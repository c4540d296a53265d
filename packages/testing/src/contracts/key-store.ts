import { keyId } from '@docent/core'
import { type KeyRecord, type KeyStore, organizationId, projectId } from '@docent/core/plugin'
import { expect } from 'vitest'
import { type ContractCase, type ContractContext, contractSuite } from './contract-case.ts'

export interface KeyStoreContext extends ContractContext {
  readonly store: KeyStore
  /** Another store over the same data, as another process has it. Absent when the data is in memory. */
  peer?(): KeyStore | Promise<KeyStore>
}

const mine = organizationId('mine')
const theirs = organizationId('theirs')

export const keyStoreCases: readonly ContractCase<KeyStoreContext>[] = [
  {
    name: 'gives back every field of a key, to every store over the same data',
    async run({ store, peer }) {
      const admin = record('a')
      const assistant: KeyRecord = {
        ...record('b'),
        kind: 'assistant',
        projectIds: [projectId('docs'), projectId('blog')],
        scopes: [],
        expiresAt: 1_900_000_000_000,
        allowedIps: ['10.0.0.0/8', '2001:db8::/32'],
        allowedOrigins: ['https://docs.example.com'],
        trustGroups: true,
      }
      await store.create(admin)
      await store.create(assistant)
      const reader = (await peer?.()) ?? store
      expect(await reader.findByHash([admin.hash])).toEqual(admin)
      expect(await reader.findByHash([assistant.hash])).toEqual(assistant)
    },
  },
  {
    name: 'finds a key by any of the hashes, the first that is there before the others',
    async run({ store }) {
      await store.create(record('a'))
      await store.create(record('b'))
      expect((await store.findByHash([hash('none'), hash('b')]))?.id).toBe('key-b')
      expect((await store.findByHash([hash('b'), hash('a')]))?.id).toBe('key-b')
      expect((await store.findByHash([hash('a'), hash('b')]))?.id).toBe('key-a')
    },
  },
  {
    name: 'finds nothing for an unknown hash, a part of one, or no hash at all',
    async run({ store }) {
      await store.create(record('a'))
      expect(await store.findByHash([hash('z')])).toBeUndefined()
      expect(await store.findByHash([hash('a').slice(0, 63)])).toBeUndefined()
      await store.create(record('jkl'))
      expect(await store.findByHash([hash('jkl').toUpperCase()])).toBeUndefined()
      expect(await store.findByHash([])).toBeUndefined()
    },
  },
  {
    name: 'finds revoked and expired keys too: the caller decides',
    async run({ store }) {
      await store.create({ ...record('a'), expiresAt: 1 })
      await store.revoke(mine, keyId('key-a'), 5)
      expect(await store.findByHash([hash('a')])).toMatchObject({ expiresAt: 1, revokedAt: 5 })
    },
  },
  {
    name: 'refuses a hash or an id that is there already and keeps the first',
    async run({ store }) {
      await store.create(record('a'))
      const sameHash = store.create({ ...record('b'), hash: hash('a') })
      await expect(sameHash).rejects.toMatchObject({ code: 'conflict' })
      const sameId = store.create({ ...record('b'), id: keyId('key-a') })
      await expect(sameId).rejects.toMatchObject({ code: 'conflict' })
      const otherOrganization = store.create({ ...record('a'), organizationId: theirs })
      await expect(otherOrganization).rejects.toMatchObject({ code: 'conflict' })
      expect(await store.list(mine)).toEqual([record('a')])
      expect(await store.list(theirs)).toEqual([])
    },
  },
  {
    name: 'lists the keys of one organization, newest first, those of one moment by the later creation',
    async run({ store }) {
      await store.create({ ...record('old'), createdAt: 1_000 })
      await store.create({ ...record('new'), createdAt: 3_000 })
      await store.create({ ...record('z'), createdAt: 2_000 })
      await store.create({ ...record('a'), createdAt: 2_000 })
      await store.create({ ...record('foreign'), organizationId: theirs })
      const listed = await store.list(mine)
      expect(listed.map((each) => each.name)).toEqual(['new', 'a', 'z', 'old'])
      expect(await store.list(organizationId('nobody'))).toEqual([])
    },
  },
  {
    name: 'revokes a key for every store over the same data and keeps the first time',
    async run({ store, peer }) {
      await store.create(record('a'))
      expect(await store.revoke(mine, keyId('key-a'), 5_000)).toEqual({ ...record('a'), revokedAt: 5_000 })
      expect((await store.revoke(mine, keyId('key-a'), 9_000))?.revokedAt).toBe(5_000)
      expect((await store.revoke(mine, keyId('key-a'), 1))?.revokedAt).toBe(5_000)
      const reader = (await peer?.()) ?? store
      expect((await reader.findByHash([hash('a')]))?.revokedAt).toBe(5_000)
    },
  },
  {
    name: 'does not revoke a key of another organization, nor an unknown one',
    async run({ store }) {
      await store.create(record('a'))
      expect(await store.revoke(theirs, keyId('key-a'), 5)).toBeUndefined()
      expect(await store.revoke(mine, keyId('key-z'), 5)).toBeUndefined()
      expect(await store.findByHash([hash('a')])).toEqual(record('a'))
    },
  },
  {
    name: 'changes what is named of a key alone, for every store over the same data',
    async run({ store, peer }) {
      const id = keyId('key-a')
      const uncapped: KeyRecord = {
        ...record('a'),
        projectIds: [projectId('docs')],
        allowedIps: ['10.0.0.0/8'],
      }
      await store.create(uncapped)
      await store.create({ ...record('b'), spendUsdPerMonth: 7 })
      await store.touch(id, 2_000)
      await store.revoke(mine, id, 5_000)
      const others = { ...uncapped, lastUsedAt: 2_000, revokedAt: 5_000 }
      expect(await store.change(mine, id, { spendUsdPerMonth: 12.5 })).toEqual({
        ...others,
        spendUsdPerMonth: 12.5,
      })
      const reader = (await peer?.()) ?? store
      expect(await reader.findByHash([hash('a')])).toEqual({ ...others, spendUsdPerMonth: 12.5 })
      const named = {
        name: 'Renamed',
        expiresAt: 9_000,
        allowedIps: [],
        allowedOrigins: ['https://a.example'],
      }
      expect(await store.change(mine, id, named)).toEqual({ ...others, ...named, spendUsdPerMonth: 12.5 })
      const { name, expiresAt, allowedIps, allowedOrigins } = uncapped
      await store.change(mine, id, {
        name,
        expiresAt,
        allowedIps,
        allowedOrigins,
        spendUsdPerMonth: 0.000_001,
      })
      expect(await reader.findByHash([hash('a')])).toEqual({ ...others, spendUsdPerMonth: 0.000_001 })
      expect(await store.change(mine, id, { spendUsdPerMonth: null })).toEqual(others)
      expect(await store.change(mine, id, { spendUsdPerMonth: null })).toEqual(others)
      expect(await reader.findByHash([hash('a')])).toEqual(others)
      expect((await store.findByHash([hash('b')]))?.spendUsdPerMonth).toBe(7)
    },
  },
  {
    name: 'leaves a key of another organization and of an unknown one',
    async run({ store }) {
      await store.create(record('a'))
      expect(await store.change(theirs, keyId('key-a'), { name: 'x' })).toBeUndefined()
      expect(await store.change(mine, keyId('key-z'), { name: 'x' })).toBeUndefined()
      expect(await store.findByHash([hash('a')])).toEqual(record('a'))
    },
  },
  {
    name: 'puts a key back that was just revoked, and no other',
    async run({ store, peer }) {
      const id = keyId('key-a')
      await store.create(record('a'))
      await store.revoke(mine, id, 5_000)
      const revoked = { ...record('a'), revokedAt: 5_000 }
      expect(await store.restore(mine, id, 5_001)).toBeUndefined()
      expect(await store.restore(theirs, id, 0)).toBeUndefined()
      expect(await store.findByHash([hash('a')])).toEqual(revoked)
      expect(await store.restore(mine, id, 5_000)).toEqual(record('a'))
      const reader = (await peer?.()) ?? store
      expect(await reader.findByHash([hash('a')])).toEqual(record('a'))
      expect(await store.restore(mine, id, 0)).toBeUndefined()
    },
  },
  {
    name: 'replaces the hash of a key, for every store over the same data, and leaves one that changed meanwhile',
    async run({ store, peer }) {
      const id = keyId('key-a')
      await store.create(record('a'))
      await store.create(record('b'))
      await store.touch(id, 2_000)
      await store.revoke(mine, id, 5_000)
      await store.rehash(id, hash('a'), { hash: hash('n'), keyedBy: 'newest' })
      const moved = {
        ...record('a'),
        hash: hash('n'),
        keyedBy: 'newest',
        lastUsedAt: 2_000,
        revokedAt: 5_000,
      }
      const reader = (await peer?.()) ?? store
      expect(await reader.findByHash([hash('n')])).toEqual(moved)
      expect(await reader.findByHash([hash('a')])).toBeUndefined()
      await store.rehash(id, hash('a'), { hash: hash('x'), keyedBy: 'other' })
      await store.rehash(keyId('key-z'), hash('b'), { hash: hash('x'), keyedBy: 'other' })
      expect(await store.findByHash([hash('n'), hash('x')])).toEqual(moved)
      expect(await store.findByHash([hash('b')])).toEqual(record('b'))
    },
  },
  {
    name: 'moves the last use forward only',
    async run({ store }) {
      await store.create(record('a'))
      const lastUse = async () => (await store.findByHash([hash('a')]))?.lastUsedAt
      await store.touch(keyId('key-a'), 2_000)
      expect(await lastUse()).toBe(2_000)
      await store.touch(keyId('key-a'), 1_000)
      expect(await lastUse()).toBe(2_000)
      await store.touch(keyId('key-a'), 3_000)
      expect(await lastUse()).toBe(3_000)
    },
  },
  {
    name: 'keeps the latest of concurrent uses, and a revocation among them',
    async run({ store }) {
      await store.create(record('a'))
      const uses = [4, 9, 1, 7].map((at) => store.touch(keyId('key-a'), at))
      await Promise.all([...uses, store.revoke(mine, keyId('key-a'), 5)])
      expect(await store.findByHash([hash('a')])).toMatchObject({ lastUsedAt: 9, revokedAt: 5 })
    },
  },
  {
    name: 'makes no key when an unknown one is used',
    async run({ store }) {
      await store.touch(keyId('key-z'), 2_000)
      expect(await store.list(mine)).toEqual([])
    },
  },
  {
    name: 'is not changed by what a caller does with what it got',
    async run({ store }) {
      await store.create(record('a'))
      const found = await store.findByHash([hash('a')])
      ;(found?.scopes as string[]).length = 0
      expect(await store.findByHash([hash('a')])).toEqual(record('a'))
    },
  },
  {
    name: 'rejects with the reason of an aborted signal and writes nothing',
    async run({ store }) {
      const reason = new Error('gone')
      const signal = AbortSignal.abort(reason)
      await expect(store.create(record('a'), { signal })).rejects.toBe(reason)
      await store.create(record('a'))
      await expect(store.revoke(mine, keyId('key-a'), 5, { signal })).rejects.toBe(reason)
      await expect(store.change(mine, keyId('key-a'), { name: 'x' }, { signal })).rejects.toBe(reason)
      await expect(store.restore(mine, keyId('key-a'), 0, { signal })).rejects.toBe(reason)
      await expect(
        store.rehash(keyId('key-a'), hash('a'), { hash: hash('n'), keyedBy: 'n' }, { signal }),
      ).rejects.toBe(reason)
      await expect(store.touch(keyId('key-a'), 5, { signal })).rejects.toBe(reason)
      await expect(store.findByHash([hash('a')], { signal })).rejects.toBe(reason)
      await expect(store.list(mine, { signal })).rejects.toBe(reason)
      expect(await store.list(mine)).toEqual([record('a')])
    },
  },
]

/** Registers the tests that every KeyStore must pass. */
export const keyStoreContract: ReturnType<typeof contractSuite<KeyStoreContext>> = contractSuite(
  'KeyStore',
  keyStoreCases,
)

/** 64 hex characters that differ with the name. */
const hash = (name: string): string => Buffer.from(name).toString('hex').padEnd(64, '0')

function record(name: string): KeyRecord {
  return {
    id: keyId(`key-${name}`),
    kind: 'admin',
    organizationId: mine,
    projectIds: [],
    name,
    hash: hash(name),
    lastFour: 'x9Zq',
    scopes: ['read', 'write'],
    createdAt: 1_768_478_400_123,
    expiresAt: null,
    revokedAt: null,
    lastUsedAt: null,
    allowedIps: [],
    allowedOrigins: [],
    trustGroups: false,
  }
}
