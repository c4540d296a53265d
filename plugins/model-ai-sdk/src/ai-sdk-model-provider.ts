import type {
  EmbeddingModelV4,
  LanguageModelV4,
  RerankingModelV4,
  SharedV4ProviderOptions,
} from '@ai-sdk/provider'
import { type Clock, DocentError, type ModelProvider, type ResolvedModel } from '@docent/core/plugin'
import type { SettingVariables } from './environment-settings.ts'
import { GuardedEmbedding } from './guarded/guarded-embedding.ts'
import { GuardedModel } from './guarded/guarded-model.ts'
import { GuardedReranking } from './guarded/guarded-reranking.ts'
import { type KnownModel, knownModel } from './known-models.ts'
import type { ModelSettings } from './options.ts'

/** What tells one vendor from another. */
export interface AiSdkVendor {
  name: string
  /** Undefined when it is missing; '' when the server needs none. */
  apiKey: string | undefined
  /** For messages: `ANTHROPIC_API_KEY (option apiKey of anthropic())`. */
  keySource: string
  /** Where requests go. */
  address: string
  /** For messages: `OPENAI_BASE_URL (option baseURL of openai())`. */
  addressSource: string
  /** How the vendor is told to cache a prompt up to a message. */
  cacheMark?: NonNullable<ResolvedModel['cacheMark']>
  language(modelId: string): LanguageModelV4
  embedding?(modelId: string): EmbeddingModelV4
  reranking?(modelId: string): RerankingModelV4
  known: Readonly<Record<string, KnownModel>>
  unknown: KnownModel
  settings: Readonly<Record<string, ModelSettings>>
  /** Where settings of models come from: variables, or the options of a plugin, such as `openai()`. */
  settingSource: SettingVariables | string
  defaults?: NonNullable<ModelProvider['defaults']>
  providerOptions?: SharedV4ProviderOptions
  firstByteMs: number
  idleMs: number
  clock: Clock
}

/** A ModelProvider over a provider package of the AI SDK. */
export class AiSdkModelProvider implements ModelProvider {
  readonly name: string
  readonly defaults?: NonNullable<ModelProvider['defaults']>
  readonly embedding?: (modelId: string) => EmbeddingModelV4
  readonly reranking?: (modelId: string) => RerankingModelV4
  readonly #vendor: AiSdkVendor

  constructor(vendor: AiSdkVendor) {
    this.name = vendor.name
    this.#vendor = vendor
    if (vendor.defaults !== undefined) this.defaults = vendor.defaults
    const { embedding, reranking } = vendor
    if (embedding !== undefined) {
      this.embedding = (modelId) => {
        this.#assertUsable(modelId)
        return new GuardedEmbedding(embedding(modelId), this.#guard(modelId))
      }
    }
    if (reranking !== undefined) {
      this.reranking = (modelId) => {
        this.#assertUsable(modelId)
        return new GuardedReranking(reranking(modelId), this.#guard(modelId))
      }
    }
  }

  model(modelId: string): ResolvedModel {
    this.#assertUsable(modelId)
    const { name, known, unknown, settings, language, cacheMark } = this.#vendor
    const about = knownModel(known, modelId) ?? unknown
    const own = { ...settings['*'], ...(Object.hasOwn(settings, modelId) ? settings[modelId] : undefined) }
    const price = own.price ?? about.price
    const caching = own.caching ?? about.caching
    return {
      id: `${name}:${modelId}`,
      model: new GuardedModel(language(modelId), { ...this.#guard(modelId), systemRole: own.systemRole }),
      contextTokens: own.contextTokens ?? about.contextTokens,
      outputTokens: own.outputTokens ?? about.outputTokens,
      caching,
      ...(caching && cacheMark ? { cacheMark } : {}),
      ...(price === undefined ? {} : { price: definedPrice(price) }),
      settingNames: this.#settingNames(modelId),
    }
  }

  #settingNames(modelId: string): NonNullable<ResolvedModel['settingNames']> {
    const { settingSource } = this.#vendor
    if (typeof settingSource !== 'string') return settingSource
    const where = `of ${settingSource} in docent.config.ts`
    const model = `models["${modelId}"]`
    return {
      contextTokens: `${model}.contextTokens ${where}`,
      outputTokens: `${model}.outputTokens ${where}`,
      systemRole: `${model}.systemRole ${where}`,
      firstByteMs: `firstByteMs ${where}`,
    }
  }

  #guard(modelId: string) {
    const { name, apiKey = '', keySource, addressSource, providerOptions = {}, clock } = this.#vendor
    const { firstByteMs, idleMs } = this.#vendor
    const errors = {
      provider: name,
      modelId,
      keySource,
      address: withoutCredentials(this.#vendor.address),
      addressSource,
      secrets: apiKey === '' ? [] : [apiKey],
      now: () => clock.now(),
    }
    return { firstByteMs, idleMs, providerOptions, errors }
  }

  #assertUsable(modelId: string): void {
    const { name, apiKey, keySource } = this.#vendor
    if (apiKey === undefined) {
      throw new DocentError(
        'model_not_configured',
        `The model provider ${name} has no key. Set ${keySource}.`,
      )
    }
    if (modelId.trim() === '' || modelId !== modelId.trim()) {
      throw new DocentError(
        'model_not_configured',
        `"${name}:${modelId}" names no model. Write the provider and the model, for example "${name}:MODEL".`,
      )
    }
  }
}

function definedPrice({ input, output, cacheRead }: NonNullable<ModelSettings['price']>) {
  return cacheRead === undefined ? { input, output } : { input, output, cacheRead }
}

function withoutCredentials(address: string): string {
  const url = new URL(address)
  url.username = ''
  url.password = ''
  url.search = ''
  return url.href.replace(/\/$/, '')
}
