import { defined, type ModelDefaults } from '@docent/core/plugin'

export type Environment = Readonly<Record<string, string | undefined>>

/** An address with the version that the clients expect in it: many set only the host. */
export function versioned(baseURL: string): string {
  const url = new URL(baseURL)
  return url.pathname === '/' ? new URL('/v1', url).href : baseURL
}

/** The roles that are set. */
export function definedDefaults(
  defaults: Readonly<Partial<Record<'agent' | 'assistant' | 'sonnet' | 'opus', string | undefined>>> = {},
): ModelDefaults {
  return defined(defaults) as ModelDefaults
}
