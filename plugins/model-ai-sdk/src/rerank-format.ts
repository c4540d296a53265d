import { z } from 'zod'

export interface RerankCall {
  model: string
  query: string
  documents: readonly string[]
}

/** How a server reads texts to order, and writes their order. */
export interface RerankFormat {
  /** Below the address of the server. */
  path: string
  /** True when the version (`/v1`) is a part of that address. */
  versioned: boolean
  /** Texts of one request that every server of the kind takes as it is delivered. */
  maxDocuments: number
  body(call: RerankCall): object
  /** Throws a ZodError for a reply that is none. */
  ranking(reply: unknown): { index: number; relevanceScore: number }[]
}

const Scored = z.object({ index: z.number(), relevance_score: z.number() })
const CohereReply = z.object({ results: z.array(Scored) })
const VoyageReply = z.object({ data: z.array(Scored) })
const TeiReply = z.array(z.object({ index: z.number(), score: z.number() }))

const asRanking = (results: readonly z.output<typeof Scored>[]) =>
  results.map(({ index, relevance_score }) => ({ index, relevanceScore: relevance_score }))

/** The formats in use, by the name of the option `rerank.api`. */
export const RERANK_FORMATS: Readonly<Record<'cohere' | 'voyage' | 'tei', RerankFormat>> = {
  /**
   * Cohere, Jina, vLLM, Infinity, llama.cpp, Together, LiteLLM and gateways.
   * @see https://docs.cohere.com/reference/rerank and https://docs.vllm.ai/en/stable/serving/openai_compatible_server/
   */
  cohere: {
    path: '/rerank',
    versioned: true,
    maxDocuments: 1_000,
    body: ({ model, query, documents }) => ({ model, query, documents, top_n: documents.length }),
    ranking: (reply) => asRanking(CohereReply.parse(reply).results),
  },
  /** @see https://docs.voyageai.com/reference/reranker-api */
  voyage: {
    path: '/rerank',
    versioned: true,
    maxDocuments: 1_000,
    body: ({ model, query, documents }) => ({ model, query, documents, truncation: true }),
    ranking: (reply) => asRanking(VoyageReply.parse(reply).data),
  },
  /**
   * Text Embeddings Inference. It serves one model, and at most 32 texts at once unless it is told otherwise.
   * @see https://huggingface.github.io/text-embeddings-inference/
   */
  tei: {
    path: '/rerank',
    versioned: false,
    maxDocuments: 32,
    body: ({ query, documents }) => ({ query, texts: documents, truncate: true }),
    ranking: (reply) => TeiReply.parse(reply).map(({ index, score }) => ({ index, relevanceScore: score })),
  },
}
