import type { CallOptions, ClaimVerdict, EvidencedClaim } from '@docent/core/plugin'
import { DocentError } from '@docent/core/plugin'
import { expect, test } from 'vitest'
import { MemoryClaimChecker } from '../fakes/memory-claim-checker.ts'
import { type ClaimCheckerContext, claimCheckerCases, claimCheckerContract } from './claim-checker.ts'
import { failingCases } from './contract-case.ts'

class Failing extends MemoryClaimChecker {
  isAway = false

  override async check(claims: readonly EvidencedClaim[], options?: CallOptions): Promise<ClaimVerdict[]> {
    if (this.isAway) throw new DocentError('timeout', 'The checker is away.')
    return super.check(claims, options)
  }
}

function contextOf(checker: Failing): ClaimCheckerContext {
  return {
    checker,
    fail: () => {
      checker.isAway = true
    },
  }
}

claimCheckerContract('memory', () => ({ checker: new MemoryClaimChecker() }))
claimCheckerContract('memory that can fail', () => contextOf(new Failing()))

class NoName extends Failing {
  override readonly name = ' '
}

class Reversed extends Failing {
  override async check(claims: readonly EvidencedClaim[], options?: CallOptions) {
    return (await super.check(claims, options)).reverse()
  }
}

class Percent extends Failing {
  override async check(claims: readonly EvidencedClaim[], options?: CallOptions) {
    return (await super.check(claims, options)).map(({ supported }) => ({ supported: supported * 100 }))
  }
}

class FirstBatchAlone extends Failing {
  override async check(claims: readonly EvidencedClaim[], options?: CallOptions) {
    return super.check(claims.slice(0, 32), options)
  }
}

class OneEvidence extends Failing {
  override async check(claims: readonly EvidencedClaim[], options?: CallOptions) {
    const [first] = claims
    return super.check(
      claims.map(({ text }) => ({ text, evidence: first?.evidence ?? '' })),
      options,
    )
  }
}

class Everything extends Failing {
  override async check(claims: readonly EvidencedClaim[], options?: CallOptions) {
    return (await super.check(claims, options)).map(() => ({ supported: 1 }))
  }
}

class Unstoppable extends Failing {
  override check(claims: readonly EvidencedClaim[]) {
    return super.check(claims)
  }
}

class FailsOpen extends Failing {
  override async check(claims: readonly EvidencedClaim[], options?: CallOptions) {
    return this.isAway ? claims.map(() => ({ supported: 1 })) : super.check(claims, options)
  }
}

class NeverNone extends Failing {
  override async check(claims: readonly EvidencedClaim[], options?: CallOptions) {
    return claims.length === 0 ? [{ supported: 0 }] : super.check(claims, options)
  }
}

test.each([
  ['has no name', NoName, 'has a name'],
  ['answers in another order', Reversed, 'in the order of the claims'],
  ['answers per cent', Percent, 'from 0 to 1'],
  ['judges the first batch alone', FirstBatchAlone, 'claims of one call'],
  ['reads the evidence of the first claim', OneEvidence, 'its own evidence'],
  ['finds everything supported', Everything, 'rates what the evidence says'],
  ['does not hear of its signal', Unstoppable, 'aborted signal'],
  ['calls claims supported while it is away', FailsOpen, 'when it is away'],
  ['judges what nobody asked', NeverNone, 'none for none'],
] as const)('the suite catches a checker that %s', async (_fault, Checker, sentence) => {
  const failing = await failingCases(claimCheckerCases, () => contextOf(new Checker()))
  expect(failing.some((name) => name.includes(sentence))).toBe(true)
})
