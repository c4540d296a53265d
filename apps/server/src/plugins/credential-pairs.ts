import type { PluginCredential } from '@docent/core/plugin'
import type { Environment } from '../environment.ts'

/**
 * What a server uses of its environment and of what people entered. The environment wins, but a key goes only to the
 * address that was set with it: an address that people entered counts with a key that they entered, or where there is no
 * key. Otherwise whoever enters an address would be sent the key of the operator.
 */
export function layered(
  entered: Environment,
  env: Environment,
  credentials: readonly PluginCredential[],
): Environment {
  const merged = { ...entered, ...env }
  for (const { name: address, key } of credentials) {
    if (key === undefined || env[address] || !entered[address] || !env[key]) continue
    if (entered[key]) merged[key] = entered[key]
    else delete merged[address]
  }
  return merged
}
