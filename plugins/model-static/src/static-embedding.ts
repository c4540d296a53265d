import { setImmediate as nextTurn } from 'node:timers/promises'
import type { EmbeddingModelV4, EmbeddingModelV4CallOptions, EmbeddingModelV4Result } from '@ai-sdk/provider'
import type { StaticModel } from './static-model.ts'

/** Streams of the same process wait no longer than this for a batch of passages. */
const LONGEST_TURN_MS = 5

/** An embedding model that computes in this process. Its folder is read with the first call. */
export class StaticEmbedding implements EmbeddingModelV4 {
  readonly specificationVersion = 'v4'
  readonly provider: string
  readonly modelId: string
  readonly maxEmbeddingsPerCall = undefined
  readonly supportsParallelCalls = false
  readonly #load: () => Promise<StaticModel>

  constructor(provider: string, modelId: string, load: () => Promise<StaticModel>) {
    this.provider = provider
    this.modelId = modelId
    this.#load = load
  }

  async doEmbed({ values, abortSignal }: EmbeddingModelV4CallOptions): Promise<EmbeddingModelV4Result> {
    abortSignal?.throwIfAborted()
    const model = await this.#load()
    const embeddings: number[][] = []
    let tokens = 0
    let since = performance.now()
    for (const value of values) {
      abortSignal?.throwIfAborted()
      const embedded = model.embed(value)
      embeddings.push(embedded.vector)
      tokens += embedded.tokens
      if (performance.now() - since < LONGEST_TURN_MS) continue
      await nextTurn()
      since = performance.now()
    }
    return { embeddings, usage: { tokens }, warnings: [] }
  }
}
