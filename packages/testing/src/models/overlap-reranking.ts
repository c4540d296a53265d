import type { RerankingModelV4, RerankingModelV4CallOptions, RerankingModelV4Result } from '@ai-sdk/provider'

export interface OverlapRerankingOptions {
  /** Called with every call; may throw to make it fail, or answer another result. */
  onCall?(
    options: RerankingModelV4CallOptions,
    result: RerankingModelV4Result,
  ): RerankingModelV4Result | undefined | Promise<RerankingModelV4Result | undefined>
}

/** A small deterministic re-ranking model without a network: the share of the query's words that a text has. */
export function overlapReranking(options: OverlapRerankingOptions = {}): RerankingModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'overlap',
    modelId: 'overlap',
    async doRerank(call) {
      call.abortSignal?.throwIfAborted()
      const { documents, query, topN } = call
      const texts =
        documents.type === 'text' ? documents.values : documents.values.map((value) => JSON.stringify(value))
      const ranking = texts
        .map((text, index) => ({ index, relevanceScore: wordOverlap(query, text) }))
        .sort((one, other) => other.relevanceScore - one.relevanceScore)
      const result = { ranking: topN === undefined ? ranking : ranking.slice(0, topN) }
      return (await options.onCall?.(call, result)) ?? result
    },
  }
}

/** 0 to 1. */
export function wordOverlap(query: string, text: string): number {
  const words = (of: string) => new Set(of.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
  const [wanted, has] = [words(query), words(text)]
  return wanted.size === 0 ? 0 : [...wanted].filter((word) => has.has(word)).length / wanted.size
}
