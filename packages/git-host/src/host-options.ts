import { defined } from '@docent/core'
import { z } from 'zod'
import {
  type GitHostHttpSettings,
  gitHostHttpOptions,
  givenVariable,
  httpSettingsOf,
} from './http/http-options.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** The options that each git host has, so that a person learns them once: `about` says what each is with this vendor. */
export function gitHostOptions<const Name extends string>(
  name: Name,
  about: { token: string; baseUrl: string; webhookSecret: string },
) {
  const text = z.string().min(1)
  return {
    name: text.default(name).describe(`Name by which projects choose this host. Default: \`${name}\`.`),
    token: text.optional().describe(about.token),
    baseUrl: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe(about.baseUrl),
    webhookSecret: text.optional().describe(about.webhookSecret),
    ...gitHostHttpOptions,
  }
}

interface GivenOptions extends GitHostHttpSettings {
  name: string
  token?: string | undefined
  baseUrl?: string | undefined
  webhookSecret?: string | undefined
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

/** Fills what the options leave out from the environment. */
export function gitHostSettings(
  options: GivenOptions,
  env: Environment,
  variables: { token: string; baseUrl: string; webhookSecret: string },
  ownAddress = '',
): GitHostSettings {
  const given = (option: 'token' | 'baseUrl' | 'webhookSecret') =>
    options[option] ?? givenVariable(env[variables[option]])
  const baseUrl = (given('baseUrl') ?? ownAddress).replace(/\/+$/, '')
  return {
    name: options.name,
    baseUrl,
    ...httpSettingsOf(options),
    ...defined({ token: given('token'), webhookSecret: given('webhookSecret') }),
  }
}
