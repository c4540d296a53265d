import type { EvidencedClaim } from '@docent/core/plugin'

export interface FormatOptions {
  readonly model: string | undefined
  readonly label: string | undefined
}

/** How a server reads claims, and writes its verdicts. */
export interface ClaimFormat {
  /** Added to an address that has no path of its own. */
  readonly path: string
  /** Pairs of one request that every server of the kind takes as it is delivered. */
  readonly batch: number
  /** Characters of evidence that its models read as they are delivered. */
  readonly evidenceCharacters: number
  body(claims: readonly EvidencedClaim[], options: FormatOptions): object
  /**
   * One number from 0 to 1 a claim of the request, in their order.
   *
   * @throws a ZodError or an Error whose message says what the reply lacks
   */
  supported(reply: unknown, options: FormatOptions): number[]
}
