import type { EmbeddingModelV4 } from '@ai-sdk/provider'
import { contentHash, type Passage } from '@docent/content'
import { DocentError } from '../../errors/docent-error.ts'
import type { IndexEmbedding, PassageVector, RevisionWriter } from '../../ports/retriever.ts'
import { type Backoff, retry } from '../../turn/backoff.ts'
import { toModelError } from '../../turn/reply/model-error.ts'

/** A larger batch saves nothing: vendors take 100 to 2,000 texts a call, and the token limit comes first. */
const MOST_IN_BATCH = 96
const MOST_CALLS = 4
const ATTEMPTS = 6
/** Embedding models read about 8,000 tokens; the beginning of a longer passage says what it is about. */
const LONGEST_TEXT = 8_000

export interface PassageEmbedderParts {
  /** `provider:model`. */
  id: string
  model: EmbeddingModelV4
  backoff: Backoff
  signal: AbortSignal
}

/** Makes vectors of passages: in batches, a few at a time, with retries, and only those that the index does not have. */
export class PassageEmbedder {
  readonly #parts: PassageEmbedderParts
  /** Texts that were embedded, not those that were known. */
  embedded = 0

  constructor(parts: PassageEmbedderParts) {
    this.#parts = parts
  }

  /** Learns the dimensions by one short text. */
  async describe(): Promise<IndexEmbedding> {
    const [vector] = await this.#call(['documentation'])
    return { model: this.#parts.id, dimensions: vector?.length ?? 0 }
  }

  /**
   * One vector for each passage.
   * @throws DocentError when the model fails for good.
   */
  async vectors(
    passages: readonly Passage[],
    writer: Pick<RevisionWriter, 'vectors'>,
  ): Promise<PassageVector[]> {
    const { id, signal } = this.#parts
    const texts = new Map(
      passages.map((passage) => {
        const text = embeddedText(passage)
        return [contentHash(`${id}\0${text}`), text]
      }),
    )
    const known = new Map(await writer.vectors?.([...texts.keys()], { signal }))
    await this.#embedMissing(
      [...texts].filter(([key]) => !known.has(key)),
      known,
    )
    return passages.map((passage) => {
      const key = contentHash(`${id}\0${embeddedText(passage)}`)
      return { key, values: known.get(key) ?? [] }
    })
  }

  async #embedMissing(missing: [string, string][], found: Map<string, ArrayLike<number>>): Promise<void> {
    const { model } = this.#parts
    const size = Math.max(1, Math.min(MOST_IN_BATCH, (await model.maxEmbeddingsPerCall) ?? MOST_IN_BATCH))
    const calls = (await model.supportsParallelCalls) ? MOST_CALLS : 1
    const batches: [string, string][][] = []
    for (let start = 0; start < missing.length; start += size)
      batches.push(missing.slice(start, start + size))
    const next = batches.values()
    const work = async () => {
      for (const batch of next) {
        const vectors = await this.#call(batch.map(([, text]) => text))
        for (const [at, [key]] of batch.entries()) found.set(key, vectors[at] ?? [])
        this.embedded += batch.length
      }
    }
    await Promise.all(Array.from({ length: Math.min(calls, batches.length) }, work))
  }

  async #call(values: string[]): Promise<readonly (readonly number[])[]> {
    const { model, id, backoff, signal } = this.#parts
    return retry(
      async () => {
        const { embeddings } = await failAsModelError(model.doEmbed({ values, abortSignal: signal }))
        if (embeddings.length === values.length) return embeddings
        throw new DocentError(
          'model_failed',
          `The embedding model ${id} answered ${embeddings.length} vectors for ${values.length} texts.`,
        )
      },
      {
        maxAttempts: ATTEMPTS,
        signal,
        backoff,
        isRetryable: (error) => DocentError.is(error) && error.isRetryable,
      },
    )
  }
}

/** The text around a passage adds context. */
function embeddedText({ headings, content }: Passage): string {
  return `${headings.join(' > ')}\n\n${content}`.slice(0, LONGEST_TEXT)
}

async function failAsModelError<Value>(call: PromiseLike<Value>): Promise<Value> {
  try {
    return await call
  } catch (error) {
    throw toModelError(error)
  }
}
