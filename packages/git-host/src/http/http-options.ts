import { z } from 'zod'

/** Options of a git host that is reached over HTTP: the same for each, so that a person learns them once. */
export const gitHostHttpOptions = {
  timeoutMs: z
    .int()
    .min(100)
    .max(300_000)
    .default(15_000)
    .describe('Milliseconds that one attempt of a request may take. Default: 15000.'),
  retries: z
    .int()
    .min(0)
    .max(5)
    .default(2)
    .describe('Further attempts after a failed connection or a 5xx reply. Default: 2.'),
  retryDelayMs: z
    .int()
    .min(1)
    .max(10_000)
    .default(500)
    .describe(
      'Pause before the second attempt, with jitter; the n-th pause is n² times as long. Default: 500.',
    ),
  maxRateLimitWaitMs: z
    .int()
    .min(0)
    .max(60_000)
    .default(5000)
    .describe('A rate limit that ends within this many milliseconds is waited for, once. Default: 5000.'),
}

/** The same, with everything decided. */
export interface GitHostHttpSettings {
  timeoutMs: number
  retries: number
  retryDelayMs: number
  maxRateLimitWaitMs: number
}

/** Those of the resolved options of a plugin. */
export function httpSettingsOf(options: GitHostHttpSettings): GitHostHttpSettings {
  const { timeoutMs, retries, retryDelayMs, maxRateLimitWaitMs } = options
  return { timeoutMs, retries, retryDelayMs, maxRateLimitWaitMs }
}

/** An environment variable; an empty one is how shells and compose files say "not set". */
export function givenVariable(value: string | undefined): string | undefined {
  const text = value?.trim()
  return text === undefined || text === '' ? undefined : text
}
