import { type Token, token } from '@docent/core'
import type { PluginCredential } from '@docent/core/plugin'

/** Git hosts and models by the credentials of the environment and of the dashboard, replaced while the server runs. */
export interface LiveCredentials {
  /** What people may enter: the credentials of all plugins. */
  readonly known: readonly PluginCredential[]
  /**
   * Uses these values; where the environment has a variable, it wins. See `layered` for keys and their addresses.
   * @throws DocentError `configuration` for a value that cannot be used; then nothing changed
   */
  use(entered: Readonly<Record<string, string | undefined>>): Promise<void>
  /** Whether the environment of the process sets a variable. */
  isInEnvironment(name: string): boolean
}

export const LiveCredentials: Token<LiveCredentials> = token<LiveCredentials>('LiveCredentials')
