import type { EmbeddingModelV4 } from '@ai-sdk/provider'
import { inject, injectable } from 'tsyringe'
import type { Project } from '../../domain/project.ts'
import { DocentError } from '../../errors/docent-error.ts'
import { PassageEmbedder } from '../../ingest/revision/passage-embedder.ts'
import { TrySource } from '../../ingest/try-source.ts'
import { Models } from '../../models/models.ts'
import { embeddingOf, Retriever } from '../../ports/retriever.ts'
import { defaultBackoff } from '../../turn/backoff.ts'
import { estimateTokens } from '../../turn/estimate-tokens.ts'

/** What the first index with an embedding model would send to it. */
export interface EmbeddingPreview {
  /** `provider:model`. */
  model: string
  passages: number
  /** Estimated from the length of the texts. */
  tokens: number
  requests: number
  /** US dollars; null where the price of the model is not known. */
  costUsd: number | null
}

/** Reads the documentation as an index with this model would, and counts what the model would get instead of asking it. */
@injectable()
export class PreviewEmbedding {
  constructor(
    @inject(TrySource) private readonly sources: TrySource,
    @inject(Models) private readonly models: Models,
    @inject(Retriever) private readonly retriever: Pick<Retriever, 'keepsVectors'>,
  ) {}

  /** @throws DocentError `model_not_configured`; `configuration` without vectors or pages; what the source throws. */
  async preview(project: Project, id: string, signal: AbortSignal): Promise<EmbeddingPreview> {
    const model = this.models.embedding(id)
    const embedded = { ...project, models: { ...project.models, embedding: id } }
    if (embeddingOf(this.retriever, embedded) === undefined)
      throw new DocentError(
        'configuration',
        'The retriever of this server keeps no vectors, so an embedding changes nothing. Use another retriever.',
      )
    let tokens = 0
    let requests = 0
    const counting: EmbeddingModelV4 = {
      specificationVersion: model.specificationVersion,
      provider: model.provider,
      modelId: model.modelId,
      maxEmbeddingsPerCall: model.maxEmbeddingsPerCall,
      supportsParallelCalls: model.supportsParallelCalls,
      async doEmbed({ values }) {
        requests++
        for (const value of values) tokens += estimateTokens(Buffer.byteLength(value))
        return { embeddings: values.map(() => [0]), warnings: [] }
      },
    }
    const embedder = new PassageEmbedder({ id, model: counting, backoff: defaultBackoff, signal })
    const { problem } = await this.sources.try(embedded, { signal, embedder })
    if (problem !== undefined) throw new DocentError('configuration', problem)
    const costUsd = this.models.cost(id, { inputTokens: tokens, outputTokens: 0 })
    return { model: id, passages: embedder.embedded, tokens, requests, costUsd }
  }
}
