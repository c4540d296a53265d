import type {
  EmbeddingModelV4,
  LanguageModelV4,
  RerankingModelV4,
  SharedV4ProviderOptions,
} from '@ai-sdk/provider'
import { type Token, token } from './token.ts'

/** Price in US dollars per million tokens. */
export interface ModelPrice {
  input: number
  output: number
  cacheRead?: number
}

/** A model of the `@ai-sdk/provider` specification, and what Docent must know about it. */
export interface ResolvedModel {
  /** `provider:model`, as a job shows it. */
  id: string
  model: LanguageModelV4
  /** Size of the context window, tokens. */
  contextTokens: number
  /** Longest reply, tokens. */
  outputTokens: number
  /** True when the provider honours prompt caching markers in `providerOptions`. */
  caching: boolean
  /** The marking itself: `providerOptions` for the last message of a part of the prompt that will be sent again. */
  cacheMark?: SharedV4ProviderOptions
  price?: ModelPrice
  /** Where people set these for this model, such as a variable: advice names it. */
  settingNames?: Readonly<Record<ModelSetting, string>>
}

/** What people set for a model that Docent does not know well. */
export type ModelSetting = 'contextTokens' | 'outputTokens' | 'systemRole' | 'firstByteMs'

/** Model ids without the provider: by role (`agent`, `assistant`), and by other names that requests may ask for. */
export type ModelDefaults = Readonly<Record<string, string>>

/**
 * A source of models under one provider name. `anthropic` answers for `anthropic:claude-…`.
 * Several may be registered; two with one name are an error.
 */
export interface ModelProvider {
  readonly name: string
  /**
   * Resolves the part after the colon. Makes no network call.
   * @throws DocentError `model_not_configured` that names the option and the environment variable when the key is
   * missing or the model is not one the provider was configured for; always, of a provider of embeddings alone.
   */
  model(modelId: string): ResolvedModel
  /** Capability: embeddings. The id is the part after the colon. */
  embedding?(modelId: string): EmbeddingModelV4
  /** Capability: orders texts by how well they answer a query. The id is the part after the colon. */
  reranking?(modelId: string): RerankingModelV4
  /** Capability: the price of a model that embeds or orders alone, which `model` refuses. */
  price?(modelId: string): ModelPrice | undefined
  /** Models of projects that name none; absent when the provider should never be a default. */
  readonly defaults?: ModelDefaults
}

/** Every registered ModelProvider, in the order of the plugins. */
export const RegisteredModelProviders: Token<readonly ModelProvider[]> =
  token<readonly ModelProvider[]>('RegisteredModelProviders')
