import type { NamedLeases } from '@docent/core/plugin'
import { expect } from 'vitest'
import type { ManualClock } from '../fakes/manual-clock.ts'
import { type ContractCase, type ContractContext, contractSuite } from './contract-case.ts'

export interface NamedLeasesContext extends ContractContext {
  readonly store: NamedLeases
  /** The store's only source of time. */
  readonly clock: ManualClock
  /** Another store over the same data and with the same clock. Absent when the data is in memory. */
  peer?(): NamedLeases | Promise<NamedLeases>
}

export const namedLeasesCases: readonly ContractCase<NamedLeasesContext>[] = [
  {
    name: 'gives a lease to one holder until it ends by the clock of the store',
    async run({ store, peer, clock }) {
      const other = (await peer?.()) ?? store
      expect(await store.acquire('index:docs', 'one', 15_000)).toBe(true)
      expect(await other.acquire('index:docs', 'two', 15_000)).toBe(false)
      clock.advance(14_999)
      expect(await other.acquire('index:docs', 'two', 15_000)).toBe(false)
      clock.advance(1)
      expect(await other.acquire('index:docs', 'two', 15_000)).toBe(true)
      expect(await store.acquire('index:docs', 'one', 15_000)).toBe(false)
    },
  },
  {
    name: 'renews a lease for its holder from now on',
    async run({ store, clock }) {
      await store.acquire('index:docs', 'one', 15_000)
      clock.advance(10_000)
      expect(await store.acquire('index:docs', 'one', 15_000)).toBe(true)
      clock.advance(14_999)
      expect(await store.acquire('index:docs', 'two', 15_000)).toBe(false)
      clock.advance(1)
      expect(await store.acquire('index:docs', 'two', 15_000)).toBe(true)
    },
  },
  {
    name: 'keeps leases of different names apart',
    async run({ store }) {
      expect(await store.acquire('index:docs', 'one', 15_000)).toBe(true)
      expect(await store.acquire('index:blog', 'two', 15_000)).toBe(true)
    },
  },
  {
    name: 'takes a lease back from its holder only',
    async run({ store }) {
      await store.acquire('index:docs', 'one', 15_000)
      await store.release('index:docs', 'two')
      expect(await store.acquire('index:docs', 'two', 15_000)).toBe(false)
      await store.release('index:docs', 'one')
      expect(await store.acquire('index:docs', 'two', 15_000)).toBe(true)
    },
  },
  {
    name: 'gives a lease to one of many who ask at once',
    async run({ store, peer }) {
      const stores = [store, (await peer?.()) ?? store]
      const asked = Array.from({ length: 20 }, (_, n) =>
        (stores[n % 2] ?? store).acquire('index:docs', `holder ${n}`, 15_000),
      )
      expect((await Promise.all(asked)).filter(Boolean)).toHaveLength(1)
    },
  },
  {
    name: 'gives back what was never taken, and rejects with the reason of an aborted signal',
    async run({ store }) {
      await store.release('never taken', 'me')
      const reason = new Error('gone')
      const signal = AbortSignal.abort(reason)
      await expect(store.acquire('name', 'one', 1_000, { signal })).rejects.toBe(reason)
      expect(await store.acquire('name', 'two', 1_000)).toBe(true)
    },
  },
]

/** Registers the tests that every NamedLeases must pass. */
export const namedLeasesContract: ReturnType<typeof contractSuite<NamedLeasesContext>> = contractSuite(
  'NamedLeases',
  namedLeasesCases,
)
