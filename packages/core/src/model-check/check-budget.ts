import type { ModelPrice } from '../ports/model-provider.ts'

export interface BudgetLimits {
  /** What has not begun after this time is skipped, ms. Default: no limit. */
  mostMs?: number
  /** What has not begun when the check cost as much is skipped, US dollars. Default: no limit. */
  mostCost?: number
}

/** What a check may still spend. */
export class CheckBudget {
  readonly #began: number

  /** @param used tokens until now */
  constructor(
    private readonly limits: BudgetLimits,
    private readonly now: () => number,
    private readonly price: ModelPrice | undefined,
    private readonly used: () => { inputTokens: number; outputTokens: number },
  ) {
    this.#began = now()
  }

  /** Why nothing further begins; undefined while there is room. */
  over(): string | undefined {
    const { mostMs, mostCost } = this.limits
    if (mostMs !== undefined && this.now() - this.#began >= mostMs)
      return 'The check reached its time limit. Increase the limit.'
    if (mostCost !== undefined && this.price !== undefined && this.#cost(this.price) >= mostCost)
      return 'The check reached its cost limit. Increase the limit.'
    return undefined
  }

  #cost({ input, output }: ModelPrice): number {
    const { inputTokens, outputTokens } = this.used()
    return (inputTokens * input + outputTokens * output) / 1_000_000
  }
}
