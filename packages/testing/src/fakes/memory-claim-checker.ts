import type { CallOptions, ClaimChecker, ClaimVerdict, EvidencedClaim } from '@docent/core/plugin'

const WORD = /[\p{L}\p{N}]+/gu

/** A checker of claims without a model: the share of a claim's words that its evidence has. */
export class MemoryClaimChecker implements ClaimChecker {
  readonly name: string = 'memory'
  /** Every call, in its order. */
  readonly calls: (readonly EvidencedClaim[])[] = []

  async check(claims: readonly EvidencedClaim[], options?: CallOptions): Promise<ClaimVerdict[]> {
    options?.signal?.throwIfAborted()
    if (claims.length === 0) return []
    this.calls.push(structuredClone(claims))
    return claims.map(({ text, evidence }) => {
      const known = new Set(wordsOf(evidence))
      const words = wordsOf(text)
      const found = words.filter((word) => known.has(word)).length
      return { supported: words.length === 0 ? 0 : found / words.length }
    })
  }
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(WORD) ?? []
}
