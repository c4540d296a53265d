import type { CallOptions } from './call-options.ts'
import { type Token, token } from './token.ts'

/** A sentence of an answer, and the text that it rests on. */
export interface EvidencedClaim {
  readonly text: string
  readonly evidence: string
}

export interface ClaimVerdict {
  /** How sure the checker is that the evidence supports the claim: 0 (not at all) to 1. */
  readonly supported: number
}

/** Tells whether texts support what is claimed of them, such as a model that was trained for it. */
export interface ClaimChecker {
  /** Shown with every verdict, such as `minicheck`. */
  readonly name: string
  /**
   * One verdict a claim, in their order; none for none. Claims of one call may have the same evidence.
   *
   * @throws DocentError for a checker that is away or answers nonsense; a claim never counts as supported by a failure.
   * @throws the reason of the signal
   */
  check(claims: readonly EvidencedClaim[], options?: CallOptions): Promise<ClaimVerdict[]>
}

export const ClaimChecker: Token<ClaimChecker> = token<ClaimChecker>('ClaimChecker')

/** Where no plugin checks claims: it is never asked. */
export const NO_CLAIM_CHECKER: ClaimChecker = { name: '', check: async () => [] }
