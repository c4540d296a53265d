import type { ThreadStore } from '@docent/core/plugin'
import { expect } from 'vitest'
import type { ContractCase, ContractContext } from './contract-case.ts'
import { idOf, other, project, seed, T0 } from './thread-drafts.ts'

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
  {
    name: 'adds the tokens of a judge to those of the turn and of its day, once',
    async run({ store, peer }) {
      await seed(store, 1, {}, [{ id: 'a', inputTokens: 10, outputTokens: 5 }, { id: 'b' }])
      const judged = (inputTokens: number, outputTokens: number) => ({
        checker: 'judge',
        threshold: 0.5,
        claims: [],
        inputTokens,
        outputTokens,
      })
      await store.noteClaims(idOf(1), 'a', judged(100, 20))
      await store.noteClaims(idOf(1), 'a', judged(300, 40))
      const reader = (await peer?.()) ?? store
      const [turn] = await reader.turns(idOf(1), 10)
      expect(turn).toMatchObject({ inputTokens: 310, outputTokens: 45 })
      const tokens = { answers: 2, inputTokens: 320, outputTokens: 50 }
      expect(await reader.answerActivity(project, {})).toMatchObject([tokens])
      expect(await reader.answerActivity(project, { from: T0, to: T0 + 10 })).toMatchObject([tokens])
      await store.forget(project, 'visitor')
      expect(await reader.answerActivity(project, {})).toEqual([])
    },
  },
  {
    name: 'counts answers that were checked, and those with a claim below the threshold, by model and period',
    async run({ store, peer }) {
      const checked = (...supported: number[]) => ({
        checker: 'judge',
        threshold: 0.5,
        claims: supported.map((each, at) => ({ start: at, end: at + 1, supported: each })),
      })
      await seed(store, 1, { fp: 'ann' }, [
        { id: 'a', model: 'b:one', createdAt: T0 + 1, claims: checked(0.2, 0.9) },
        { id: 'b', model: 'b:one', createdAt: T0 + 2 },
        { id: 'c', model: 'a:two', createdAt: T0 + 3 },
        { id: 'd', model: 'b:one', createdAt: T0 + 4 },
      ])
      await seed(store, 2, { projectId: other }, [{ id: 'e', claims: checked(0) }])
      await store.noteClaims(idOf(1), 'b', checked(0, 0))
      await store.noteClaims(idOf(1), 'b', checked(0.5))
      await store.noteClaims(idOf(1), 'c', checked(0.1, 0.1))
      const reader = (await peer?.()) ?? store
      expect(await reader.claimCounts(project, {})).toEqual([
        { model: 'a:two', checked: 1, unsupported: 1 },
        { model: 'b:one', checked: 2, unsupported: 1 },
      ])
      expect(await reader.claimCounts(project, { from: T0 + 2, to: T0 + 3 })).toEqual([
        { model: 'b:one', checked: 1, unsupported: 0 },
      ])
      await store.forget(project, 'ann')
      expect(await reader.claimCounts(project, {})).toEqual([])
    },
  },
]
