import { DocentError, defined, type ModelSetting } from '@docent/core/plugin'
import type { Environment } from './environment.ts'
import type { ModelSettings } from './options.ts'

/** The variables of one server, by what they set for all its models. */
export type SettingVariables = Readonly<Record<ModelSetting, string>>

export const OPENAI_VARIABLES: SettingVariables = {
  contextTokens: 'OPENAI_CONTEXT_TOKENS',
  outputTokens: 'OPENAI_OUTPUT_TOKENS',
  systemRole: 'OPENAI_SYSTEM_ROLE',
  firstByteMs: 'OPENAI_FIRST_BYTE_MS',
}

export const OLLAMA_VARIABLES: SettingVariables = {
  contextTokens: 'OLLAMA_CONTEXT_TOKENS',
  outputTokens: 'OLLAMA_OUTPUT_TOKENS',
  systemRole: 'OLLAMA_SYSTEM_ROLE',
  firstByteMs: 'OLLAMA_FIRST_BYTE_MS',
}

/**
 * What the environment sets for every model of a server.
 * @throws DocentError `configuration` for a value that cannot be used.
 */
export function settingsOf(
  env: Environment,
  variables: SettingVariables,
): { settings: ModelSettings; firstByteMs?: number } {
  const number = (variable: string, least: number) => numberOf(variable, env[variable], least)
  return {
    settings: defined({
      contextTokens: number(variables.contextTokens, 1),
      outputTokens: number(variables.outputTokens, 1),
      systemRole: booleanOf(variables.systemRole, env[variables.systemRole]),
    }),
    ...defined({ firstByteMs: number(variables.firstByteMs, 100) }),
  }
}

function numberOf(variable: string, text: string | undefined, least: number): number | undefined {
  if (!text) return undefined
  const value = Number(text)
  if (Number.isSafeInteger(value) && value >= least) return value
  throw new DocentError(
    'configuration',
    `${variable} is "${text}", which is not a whole number of at least ${least}.`,
  )
}

function booleanOf(variable: string, text: string | undefined): boolean | undefined {
  if (!text) return undefined
  if (text === 'true' || text === 'false') return text === 'true'
  throw new DocentError('configuration', `${variable} is "${text}". Set it to true or false.`)
}
