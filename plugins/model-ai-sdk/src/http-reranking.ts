import {
  APICallError,
  type RerankingModelV4,
  type RerankingModelV4CallOptions,
  type RerankingModelV4Result,
} from '@ai-sdk/provider'
import { defined } from '@docent/core/plugin'
import { fetchWithinOrigin } from './guarded/fetch-within-origin.ts'
import type { RerankFormat } from './rerank-format.ts'

export interface HttpRerankingOptions {
  provider: string
  modelId: string
  /** Full address. */
  url: string
  apiKey: string | undefined
  headers: Readonly<Record<string, string>>
  format: RerankFormat
  /** Texts of one request; more are sent in several at once. */
  maxDocuments: number
  fetch?: typeof fetch
}

type Ranking = RerankingModelV4Result['ranking']

/** A re-ranking model behind HTTP. The provider packages have none for servers that one runs oneself. It never retries. */
export class HttpReranking implements RerankingModelV4 {
  readonly specificationVersion = 'v4'
  readonly #options: HttpRerankingOptions

  constructor(options: HttpRerankingOptions) {
    this.#options = options
  }

  get provider(): string {
    return this.#options.provider
  }

  get modelId(): string {
    return this.#options.modelId
  }

  /** @throws APICallError for a refusal, a lost connection and a reply of another shape. */
  async doRerank(options: RerankingModelV4CallOptions): Promise<RerankingModelV4Result> {
    const { query, documents, topN, abortSignal, headers = {} } = options
    const texts =
      documents.type === 'text' ? documents.values : documents.values.map((value) => JSON.stringify(value))
    const { maxDocuments } = this.#options
    const starts = Array.from(
      { length: Math.ceil(texts.length / maxDocuments) },
      (_, batch) => batch * maxDocuments,
    )
    // The score of a text says how it fits the query, whatever the other texts: those of several requests compare.
    const rankings = await Promise.all(
      starts.map(async (start) => {
        const batch = texts.slice(start, start + maxDocuments)
        const ranking = await this.#call(query, batch, headers, abortSignal)
        return ranking.map(({ index, relevanceScore }) => ({
          // An index that the server made up stays out of range: it must not name a text of another batch.
          index: index >= 0 && index < batch.length ? start + index : -1,
          relevanceScore,
        }))
      }),
    )
    const ranking = rankings.flat().sort((one, other) => other.relevanceScore - one.relevanceScore)
    return { ranking: topN === undefined ? ranking : ranking.slice(0, topN) }
  }

  async #call(
    query: string,
    documents: readonly string[],
    headers: Readonly<Record<string, string | undefined>>,
    signal: AbortSignal | undefined,
  ): Promise<Ranking> {
    const { url, apiKey, format, modelId, fetch: send = fetchWithinOrigin } = this.#options
    const body = format.body({ model: modelId, query, documents })
    const about = { url, requestBodyValues: {} }
    let status: number | undefined
    try {
      const response = await send(url, {
        method: 'POST',
        headers: {
          ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
          ...this.#options.headers,
          ...defined(headers),
          'content-type': 'application/json',
        },
        body: JSON.stringify(body),
        ...defined({ signal }),
      })
      status = response.status
      const text = await response.text()
      if (!response.ok) {
        throw new APICallError({
          ...about,
          message: text.slice(0, 500) || response.statusText,
          statusCode: status,
          responseHeaders: Object.fromEntries(response.headers),
        })
      }
      return format.ranking(JSON.parse(text))
    } catch (error) {
      if (signal?.aborted || APICallError.isInstance(error)) throw error
      const message = status === undefined ? 'The server cannot be reached.' : 'The reply is no ranking.'
      throw new APICallError({
        ...about,
        message,
        cause: error,
        ...defined({ statusCode: status }),
      })
    }
  }
}
