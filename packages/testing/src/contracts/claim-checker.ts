import { type ClaimChecker, DocentError, type EvidencedClaim } from '@docent/core/plugin'
import { expect } from 'vitest'
import { type ContractCase, type ContractContext, contractSuite } from './contract-case.ts'

export interface ClaimCheckerContext extends ContractContext {
  readonly checker: ClaimChecker
  /** Makes every call from now on fail as an outage does; absent for a checker that cannot fail. */
  fail?(): void | Promise<void>
}

const DOOR = 'The green door of the library opens at nine in the morning and closes at six.'
const KETTLE = 'The kettle in the kitchen holds two litres of water.'
const SUPPORTED: readonly EvidencedClaim[] = [
  { text: 'The green door opens at nine in the morning.', evidence: DOOR },
  { text: 'The kettle holds two litres of water.', evidence: KETTLE },
]
const UNSUPPORTED: readonly EvidencedClaim[] = [
  { text: 'Every lorry needs seventeen wheels before Tuesday.', evidence: DOOR },
  { text: 'Penguins vote for their favourite mountain.', evidence: KETTLE },
]
const MANY = 70

export const claimCheckerCases: readonly ContractCase<ClaimCheckerContext>[] = [
  {
    name: 'has a name',
    async run({ checker }) {
      expect(checker.name.trim()).not.toBe('')
    },
  },
  {
    name: 'answers none for none',
    async run({ checker }) {
      expect(await checker.check([])).toEqual([])
    },
  },
  {
    name: 'answers one verdict a claim, from 0 to 1',
    async run({ checker }) {
      const verdicts = await checker.check([...SUPPORTED, ...UNSUPPORTED])
      expect(verdicts).toHaveLength(4)
      for (const { supported } of verdicts) {
        expect(supported).toBeGreaterThanOrEqual(0)
        expect(supported).toBeLessThanOrEqual(1)
      }
    },
  },
  {
    name: 'rates what the evidence says above what it says nothing of, in the order of the claims',
    async run({ checker }) {
      const mixed = [SUPPORTED[0], UNSUPPORTED[1], SUPPORTED[1], UNSUPPORTED[0]].flatMap(
        (claim) => claim ?? [],
      )
      const [one = NaN, two = NaN, three = NaN, four = NaN] = (await checker.check(mixed)).map(
        ({ supported }) => supported,
      )
      expect(Math.min(one, three)).toBeGreaterThan(Math.max(two, four))
    },
  },
  {
    name: 'judges each claim by its own evidence',
    async run({ checker }) {
      const text = 'The kettle holds two litres of water.'
      const [own, other] = await checker.check([
        { text, evidence: KETTLE },
        { text, evidence: DOOR },
      ])
      expect(own?.supported).toBeGreaterThan(other?.supported ?? Number.NaN)
    },
  },
  {
    name: `judges ${MANY} claims of one call`,
    async run({ checker }) {
      const claims = Array.from(
        { length: MANY },
        (_, at) => (at % 2 === 0 ? SUPPORTED : UNSUPPORTED)[0],
      ).flatMap((claim) => claim ?? [])
      const verdicts = await checker.check(claims)
      expect(verdicts).toHaveLength(MANY)
      const least = Math.min(...verdicts.filter((_, at) => at % 2 === 0).map(({ supported }) => supported))
      const most = Math.max(...verdicts.filter((_, at) => at % 2 === 1).map(({ supported }) => supported))
      expect(least).toBeGreaterThan(most)
    },
  },
  {
    name: 'rejects with the reason of an aborted signal',
    async run({ checker }) {
      const reason = new Error('enough')
      await expect(checker.check(SUPPORTED, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    },
  },
  {
    name: 'throws a DocentError when it is away, and calls nothing supported',
    async run({ checker, fail }) {
      if (fail === undefined) return
      await fail()
      const error = await checker.check(SUPPORTED).then(
        () => undefined,
        (caught: unknown) => caught,
      )
      expect(DocentError.is(error)).toBe(true)
    },
  },
]

/** The suite of a checker of claims. */
export const claimCheckerContract = contractSuite('ClaimChecker', claimCheckerCases)
