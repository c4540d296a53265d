import type { Environment } from './environment.ts'

/** Addresses that people may enter, with the key that is sent to each. */
const KEYS_OF_ADDRESSES: Readonly<Record<string, string>> = {
  OPENAI_BASE_URL: 'OPENAI_API_KEY',
  GITLAB_URL: 'GITLAB_TOKEN',
  GITEA_URL: 'GITEA_TOKEN',
}

/** The key that is sent to an address; undefined for a variable that is no address of a key. */
export function keyOfAddress(name: string): string | undefined {
  return Object.hasOwn(KEYS_OF_ADDRESSES, name) ? KEYS_OF_ADDRESSES[name] : undefined
}

/**
 * What a server uses of its environment and of what people entered. The environment wins, but a key goes only to the
 * address that was set with it: an address that people entered counts with a key that they entered, or where there is no
 * key. Otherwise whoever enters an address would be sent the key of the operator.
 */
export function layered(entered: Environment, env: Environment): Environment {
  const merged = { ...entered, ...env }
  for (const [address, key] of Object.entries(KEYS_OF_ADDRESSES)) {
    if (env[address] || !entered[address] || !env[key]) continue
    if (entered[key]) merged[key] = entered[key]
    else delete merged[address]
  }
  return merged
}
