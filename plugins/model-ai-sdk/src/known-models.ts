import type { ModelPrice } from '@docent/core/plugin'

export interface KnownModel {
  contextTokens: number
  outputTokens: number
  caching: boolean
  price?: ModelPrice
}

/** As of 2026-11-21. Source: platform.claude.com, models and pricing. Prices per million tokens, for short prompts. */
export const ANTHROPIC_MODELS: Readonly<Record<string, KnownModel>> = {
  'claude-fable-5-1': claude(1_000_000, 128_000, 10, 50, 0.25),
  'claude-fable-5': claude(1_000_000, 128_000, 10, 50, 1),
  'claude-opus-5-5': claude(1_000_000, 128_000, 4, 20, 0.2),
  'claude-opus-5': claude(1_000_000, 128_000, 5, 25, 0.5),
  'claude-sonnet-5-5': claude(1_000_000, 128_000, 2, 10, 0.1),
  'claude-sonnet-5': claude(1_000_000, 128_000, 2, 10, 0.2),
  'claude-haiku-5-5': claude(1_000_000, 128_000, 0.1, 0.5, 0.01),
  'claude-opus-4-8': claude(1_000_000, 128_000, 5, 25, 0.5),
  'claude-opus-4-7': claude(1_000_000, 128_000, 5, 25, 0.5),
  'claude-opus-4-6': claude(1_000_000, 128_000, 5, 25, 0.5),
  'claude-sonnet-4-6': claude(1_000_000, 128_000, 3, 15, 0.3),
  'claude-opus-4-5': claude(200_000, 64_000, 5, 25, 0.5),
  'claude-sonnet-4-5': claude(200_000, 64_000, 3, 15, 0.3),
  'claude-haiku-4-5': claude(200_000, 64_000, 1, 5, 0.1),
}

/** As of 2026-11-21. Source: developers.openai.com, models and pricing. OpenAI caches by itself, without markers. */
export const OPENAI_MODELS: Readonly<Record<string, KnownModel>> = {
  'gpt-6.1-sol': gpt(1_050_000, 128_000, 2, 10, 0.1),
  'gpt-6.1-terra': gpt(1_050_000, 128_000, 1, 5, 0.05),
  'gpt-5.2': gpt(400_000, 128_000, 1.75, 14),
  'gpt-5.1': gpt(400_000, 128_000, 1.25, 10, 0.125),
  'gpt-5': gpt(400_000, 128_000, 1.25, 10, 0.125),
  'gpt-5-mini': gpt(400_000, 128_000, 0.25, 2, 0.025),
  'gpt-4.1': gpt(1_047_576, 32_768, 2, 8, 0.5),
  'gpt-4.1-mini': gpt(1_047_576, 32_768, 0.4, 1.6, 0.1),
  'gpt-4o': gpt(128_000, 16_384, 2.5, 10, 1.25),
  'gpt-4o-mini': gpt(128_000, 16_384, 0.15, 0.6, 0.075),
  'text-embedding-3-small': embedding(0.02),
  'text-embedding-3-large': embedding(0.13),
  'text-embedding-ada-002': embedding(0.1),
}

/** For models that are not in the tables: small enough to be true of all that are in use. */
export const UNKNOWN_CLAUDE: KnownModel = { contextTokens: 200_000, outputTokens: 32_000, caching: true }
/** Reads and answers vectors; a language model of this name there is none. */
function embedding(input: number): KnownModel {
  return { contextTokens: 8_191, outputTokens: 1, caching: false, price: { input, output: 0 } }
}

export const UNKNOWN_OPENAI: KnownModel = { contextTokens: 128_000, outputTokens: 16_384, caching: false }
export const UNKNOWN_COMPATIBLE: KnownModel = { contextTokens: 32_768, outputTokens: 4096, caching: false }

/** A dated id (`claude-haiku-4-5-20251001`, `gpt-5-2025-08-07`) is its model. */
export function knownModel(
  table: Readonly<Record<string, KnownModel>>,
  modelId: string,
): KnownModel | undefined {
  const undated = modelId.replace(/-(?:\d{8}|\d{4}-\d{2}-\d{2})$/, '')
  return Object.hasOwn(table, undated) ? table[undated] : undefined
}

function claude(
  contextTokens: number,
  outputTokens: number,
  input: number,
  output: number,
  cacheRead: number,
): KnownModel {
  return { contextTokens, outputTokens, caching: true, price: { input, output, cacheRead } }
}

function gpt(
  contextTokens: number,
  outputTokens: number,
  input: number,
  output: number,
  cacheRead?: number,
): KnownModel {
  const price = cacheRead === undefined ? { input, output } : { input, output, cacheRead }
  return { contextTokens, outputTokens, caching: false, price }
}
