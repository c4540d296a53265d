import type { EmbeddingModelV4, RerankingModelV4 } from '@ai-sdk/provider'
import { defined } from '@docent/content'
import { inject, injectable } from 'tsyringe'
import type { Project } from '../domain/project.ts'
import { DocentError } from '../errors/docent-error.ts'
import {
  type ModelPrice,
  type ModelProvider,
  RegisteredModelProviders,
  type ResolvedModel,
} from '../ports/model-provider.ts'
import { Settings } from '../ports/settings.ts'

/** Which model a project uses for what. Never falls back in silence: what is missing is named. */
@injectable()
export class Models {
  constructor(
    @inject(RegisteredModelProviders) private readonly providers: readonly ModelProvider[],
    @inject(Settings) private readonly settings: Pick<Settings, 'advice'> = {},
  ) {}

  /**
   * The `provider:model` of a role, or of another name: the project's own, else the default of the first provider
   * that has one.
   * @throws DocentError `model_not_configured`
   */
  idFor(project: Project, name: string): string {
    const own = project.models[name]
    if (own !== undefined) return own
    for (const provider of this.providers) {
      const id = provider.defaults?.[name]
      if (id !== undefined) return `${provider.name}:${id}`
    }
    throw new DocentError(
      'model_not_configured',
      `Project ${project.id} has no model for "${name}". ${this.settings.advice?.model ?? 'Add a model provider that has a default.'} Or set models.${name} of the project to "provider:model" (providers: ${this.#names()}).`,
    )
  }

  /** Why the project has no model for a role; undefined when it has one. */
  problem(project: Project, role: string): DocentError | undefined {
    try {
      this.resolve(this.idFor(project, role))
      return undefined
    } catch (error) {
      if (DocentError.is(error)) return error
      throw error
    }
  }

  /** The models of a project that answer and work, as far as they are configured. */
  chatModels(project: Project): ResolvedModel[] {
    // A model that is missing is named when it is needed.
    return (['agent', 'assistant'] as const).flatMap((role) =>
      this.problem(project, role) === undefined ? [this.resolve(this.idFor(project, role))] : [],
    )
  }

  /**
   * @throws DocentError `model_not_configured` for an unknown provider, a missing key, or an id that is not `provider:model`.
   */
  resolve(id: string): ResolvedModel {
    const { provider, modelId } = this.#providerOf(id)
    return provider.model(modelId)
  }

  /** Every model that a project uses, with its price where that is known, as far as they are configured. */
  pricedModels(project: Project): Pick<ResolvedModel, 'id' | 'price'>[] {
    const { embedding, rerank } = project.models
    const further = [embedding, rerank].filter((id) => id !== undefined)
    return [
      ...this.chatModels(project),
      ...further.map((id) => ({ id, ...defined({ price: this.price(id) }) })),
    ]
  }

  /** What tokens of a model cost, whatever it is for; undefined where that is not known. */
  price(id: string): ModelPrice | undefined {
    try {
      const { provider, modelId } = this.#providerOf(id)
      return provider.price?.(modelId) ?? provider.model(modelId).price
    } catch (error) {
      if (DocentError.is(error, 'model_not_configured')) return undefined
      throw error
    }
  }

  /** US dollars that tokens of a model cost; null where the price is not known, also of a model that is gone. */
  cost(
    id: string,
    { inputTokens, outputTokens }: { inputTokens: number; outputTokens: number },
  ): number | null {
    const price = this.price(id)
    return price ? (inputTokens * price.input + outputTokens * price.output) / 1_000_000 : null
  }

  /**
   * The embedding model of an id `provider:model`.
   * @throws DocentError `model_not_configured` as `resolve` does, and for a provider without embeddings.
   */
  embedding(id: string): EmbeddingModelV4 {
    const { provider, modelId } = this.#providerOf(id)
    const model = provider.embedding?.(modelId)
    if (model) return model
    throw new DocentError(
      'model_not_configured',
      `The provider ${provider.name} has no embedding models: "${id}" cannot be used. Set models.embedding of the project to a model of another provider, or remove it.`,
    )
  }

  /**
   * The re-ranking model of an id `provider:model`.
   * @throws DocentError `model_not_configured` as `resolve` does, and for a provider without re-ranking.
   */
  reranking(id: string): RerankingModelV4 {
    const { provider, modelId } = this.#providerOf(id)
    const model = provider.reranking?.(modelId)
    if (model) return model
    throw new DocentError(
      'model_not_configured',
      `The provider ${provider.name} has no re-ranking models: "${id}" cannot be used. Set models.rerank of the project to a model of another provider, or remove it.`,
    )
  }

  #providerOf(id: string): { provider: ModelProvider; modelId: string } {
    const colon = id.indexOf(':')
    if (colon < 1 || colon === id.length - 1) {
      throw new DocentError('model_not_configured', `"${id}" is not a model. Write it as "provider:model".`)
    }
    const name = id.slice(0, colon)
    const provider = this.providers.find((candidate) => candidate.name === name)
    if (!provider) {
      const advice =
        this.settings.advice?.modelProvider?.(name) ?? 'Correct the name, or add the plugin of the provider.'
      throw new DocentError(
        'model_not_configured',
        `The model "${id}" names the provider "${name}", but the configured providers are: ${this.#names()}. ${advice}`,
      )
    }
    return { provider, modelId: id.slice(colon + 1) }
  }

  #names(): string {
    return this.providers.map(({ name }) => name).join(', ') || 'none'
  }
}
