import type { ThreadStore } from '@docent/core'
import { expect } from 'vitest'
import type { ContractCase, ContractContext } from './contract-case.ts'
import { idOf, seed } from './thread-drafts.ts'

interface Context extends ContractContext {
  readonly store: ThreadStore
  peer?(): ThreadStore | Promise<ThreadStore>
}

/** What a check of its claims adds to a stored turn. */
export const threadClaimCases: readonly ContractCase<Context>[] = [
  {
    name: 'notes checked claims with a turn in place of earlier ones, and changes nothing else of it',
    async run({ store, peer }) {
      await seed(store, 1, {}, [{ id: 'a', answer: 'One \u0000 “two”.' }, { id: 'b' }])
      const [before, other] = await store.turns(idOf(1), 10)
      const claims = (supported: number) => ({
        checker: 'judge',
        threshold: 0.5,
        claims: [{ start: 0, end: 3, supported }],
      })
      expect(await store.noteClaims(idOf(1), 'a', claims(0.2))).toBe(true)
      expect(await store.noteClaims(idOf(1), 'a', claims(0.9))).toBe(true)
      const reader = (await peer?.()) ?? store
      expect(await reader.turns(idOf(1), 10)).toEqual([{ ...before, claims: claims(0.9) }, other])
    },
  },
  {
    name: 'notes no claims with a turn that is not in the thread',
    async run({ store }) {
      await seed(store, 1, {}, [{ id: 'a' }])
      await seed(store, 2, {}, [{ id: 'b' }])
      const claims = { checker: 'judge', threshold: 0.5, claims: [] }
      expect(await store.noteClaims(idOf(1), 'b', claims)).toBe(false)
      expect(await store.noteClaims(idOf(9), 'a', claims)).toBe(false)
      expect((await store.turns(idOf(2), 10)).map((turn) => turn.claims)).toEqual([undefined])
    },
  },
]
