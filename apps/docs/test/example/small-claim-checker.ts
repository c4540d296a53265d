import {
  type CallOptions,
  ClaimChecker,
  type ClaimVerdict,
  DocentError,
  definePlugin,
  type EvidencedClaim,
} from '@docent/core/plugin'
import { z } from 'zod'

const Reply = z.array(z.number().min(0).max(1))
const BATCH = 16

export class SmallClaims implements ClaimChecker {
  readonly name = 'small'

  constructor(private readonly url: string) {}

  async check(claims: readonly EvidencedClaim[], { signal }: CallOptions = {}): Promise<ClaimVerdict[]> {
    signal?.throwIfAborted()
    const verdicts: ClaimVerdict[] = []
    for (let from = 0; from < claims.length; from += BATCH)
      verdicts.push(...(await this.#ask(claims.slice(from, from + BATCH), signal)))
    return verdicts
  }

  async #ask(claims: readonly EvidencedClaim[], signal: AbortSignal | undefined): Promise<ClaimVerdict[]> {
    const limit = AbortSignal.timeout(20_000)
    try {
      const response = await fetch(this.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(claims.map(({ text, evidence }) => [evidence, text])),
        signal: signal === undefined ? limit : AbortSignal.any([limit, signal]),
      })
      if (!response.ok) throw new Error(`status ${response.status}`)
      const scores = Reply.length(claims.length).parse(await response.json())
      return scores.map((supported) => ({ supported }))
    } catch (cause) {
      signal?.throwIfAborted()
      throw new DocentError('dependency_failed', `The checker at ${this.url} failed. Check that it runs.`, {
        cause,
        isRetryable: true,
      })
    }
  }
}

export const smallClaims = definePlugin({
  name: 'claims-small',
  options: z.strictObject({ url: z.url().describe('Address of the checker.') }),
  setup: ({ url }, host) => host.provide(ClaimChecker, new SmallClaims(url)),
})
