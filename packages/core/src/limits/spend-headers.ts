import { windowAt } from '../domain/limit.ts'
import type { SpendState } from '../domain/spend.ts'

/**
 * The monthly spend cap with the fewest dollars left, in the form of the two fields of rate limits: its policy (`q`
 * US dollars in `w` seconds), and the `r` dollars that are left for `t` seconds. Empty when there is no cap.
 * @param now milliseconds since the epoch.
 */
export function spendHeaders(states: readonly SpendState[], now: number): Record<string, string> {
  const [first, ...others] = states
  if (!first) return {}
  const { scope, max, left, resetAt } = others.reduce((a, b) => (b.left < a.left ? b : a), first)
  const { start, end } = windowAt({ kind: 'month' }, now)
  return {
    'Spend-Policy': `"${scope}";q=${max};w=${Math.round((end - start) / 1000)}`,
    Spend: `"${scope}";r=${dollars(left)};t=${Math.max(0, Math.ceil((resetAt - now) / 1000))}`,
  }
}

/** Never more than there is. */
function dollars(amount: number): string {
  return (Math.floor(amount * 100) / 100).toFixed(2)
}
