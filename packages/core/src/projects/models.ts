import type { EmbeddingModelV4, RerankingModelV4 } from '@ai-sdk/provider'
import { inject, injectable } from 'tsyringe'
import type { ModelRole, Project } from '../domain/project.ts'
import { DocentError } from '../errors/docent-error.ts'
import { type ModelProvider, RegisteredModelProviders, type ResolvedModel } from '../ports/model-provider.ts'

type ChatRole = Exclude<ModelRole, 'embedding' | 'rerank'>

/** Which model a project uses for what. Never falls back in silence: what is missing is named. */
@injectable()
export class Models {
  constructor(@inject(RegisteredModelProviders) private readonly providers: readonly ModelProvider[]) {}

  /**
   * The `provider:model` of a role: the project's own, else the default of the first provider that has one.
   * @throws DocentError `model_not_configured`
   */
  idFor(project: Project, role: ChatRole): string {
    const own = project.models[role]
    if (own !== undefined) return own
    for (const provider of this.providers) {
      const id = provider.defaults?.[role]
      if (id !== undefined) return `${provider.name}:${id}`
    }
    throw new DocentError(
      'model_not_configured',
      `Project ${project.id} has no model for "${role}": set models.${role} of the project in docent.config.ts to "provider:model", or give a provider its key (ANTHROPIC_API_KEY, OPENAI_API_KEY).`,
    )
  }

  /**
   * @throws DocentError `model_not_configured` for an unknown provider, a missing key, or an id that is not `provider:model`.
   */
  resolve(id: string): ResolvedModel {
    const { provider, modelId } = this.#providerOf(id)
    return provider.model(modelId)
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
      `The provider ${provider.name} has no embedding models: set models.embedding of the project to another one than "${id}", or leave it out.`,
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
      `The provider ${provider.name} has no re-ranking models: set models.rerank of the project to another one than "${id}", or leave it out.`,
    )
  }

  #providerOf(id: string): { provider: ModelProvider; modelId: string } {
    const colon = id.indexOf(':')
    if (colon < 1 || colon === id.length - 1) {
      throw new DocentError('model_not_configured', `"${id}" is not a model: write it as "provider:model".`)
    }
    const name = id.slice(0, colon)
    const provider = this.providers.find((candidate) => candidate.name === name)
    if (!provider) {
      const names = this.providers.map((candidate) => candidate.name).join(', ')
      throw new DocentError(
        'model_not_configured',
        `No model provider is named "${name}" (model "${id}"). Configured: ${names || 'none'}. Add its plugin to docent.config.ts.`,
      )
    }
    return { provider, modelId: id.slice(colon + 1) }
  }
}
