import { defined } from '@docent/core/plugin'
import { z } from 'zod'

type Environment = Readonly<Record<string, string | undefined>>

/** An option that is a time. */
export function milliseconds(least: number, most: number) {
  return z.int().min(least).max(most)
}

/** Options of a git host that is reached over HTTP. */
export const gitHostHttpOptions = {
  timeoutMs: milliseconds(100, 300_000)
    .default(15_000)
    .describe('Time limit for one attempt of a request, milliseconds. Default: 15000.'),
  retries: z
    .int()
    .min(0)
    .max(5)
    .default(2)
    .describe('Number of retries after a failed connection or a 5xx reply. Default: 2.'),
  retryDelayMs: milliseconds(1, 10_000)
    .default(500)
    .describe(
      'Pause before the second attempt, milliseconds, with jitter. The nth pause is n² times as long. Default: 500.',
    ),
  maxRateLimitWaitMs: milliseconds(0, 60_000)
    .default(5000)
    .describe(
      'Docent waits for a rate limit, once, if it ends within this time, milliseconds. Default: 5000.',
    ),
}

/** The same, with everything decided. */
export interface GitHostHttpSettings {
  timeoutMs: number
  retries: number
  retryDelayMs: number
  maxRateLimitWaitMs: number
}

/** The options that each git host has, so that a person learns them once: `about` says what each is with this vendor. */
export function gitHostOptions<const Name extends string>(
  name: Name,
  about: { token: string; baseUrl: string; webhookSecret: string },
) {
  const text = z.string().min(1)
  const url = z.url({ protocol: /^https?$/ })
  return {
    name: text.default(name).describe(`Name that projects use for this host. Default: \`${name}\`.`),
    token: text.optional().describe(about.token),
    baseUrl: url.optional().describe(about.baseUrl),
    webhookSecret: text.optional().describe(about.webhookSecret),
    ...gitHostHttpOptions,
  }
}

/** The same, with everything decided. */
export interface GitHostSettings extends GitHostHttpSettings {
  name: string
  /** Undefined: nothing was configured, and every call says so. */
  token?: string
  /** Without a slash at the end; '' when no address was given and the vendor has none of its own. */
  baseUrl: string
  webhookSecret?: string
}

type GivenOptions = GitHostHttpSettings & { name: string } & {
  [Option in 'token' | 'baseUrl' | 'webhookSecret']?: string | undefined
}

/** Fills what the options leave out from the environment. */
export function gitHostSettings(
  { name, timeoutMs, retries, retryDelayMs, maxRateLimitWaitMs, ...options }: GivenOptions,
  env: Environment,
  variables: { token: string; baseUrl: string; webhookSecret: string },
  ownAddress = '',
): GitHostSettings {
  const given = (option: 'token' | 'baseUrl' | 'webhookSecret') =>
    options[option] ?? givenVariable(env[variables[option]])
  return {
    ...{ name, timeoutMs, retries, retryDelayMs, maxRateLimitWaitMs },
    baseUrl: (given('baseUrl') ?? ownAddress).replace(/(?<!\/)\/+$/, ''),
    ...defined({ token: given('token'), webhookSecret: given('webhookSecret') }),
  }
}

/** An environment variable; an empty one is how shells and compose files say "not set". */
export function givenVariable(value: string | undefined): string | undefined {
  return value?.trim() || undefined
}
