import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EmbeddingModelV4, EmbeddingModelV4CallOptions, EmbeddingModelV4Result } from '@ai-sdk/provider'

const BATCH = 32

/** Keeps vectors in a file, so that another weight, or a run that was broken off, embeds nothing twice. */
export class CachedEmbedding implements EmbeddingModelV4 {
  readonly specificationVersion = 'v4'
  readonly maxEmbeddingsPerCall = undefined
  readonly supportsParallelCalls = false
  readonly #model: EmbeddingModelV4
  readonly #prefix: string
  readonly #file: string
  readonly #known = new Map<string, number[]>()

  /** @param prefix what the model wants before a text, such as `query: ` */
  constructor(model: EmbeddingModelV4, folder: string, prefix: string) {
    this.#model = model
    this.#prefix = prefix
    mkdirSync(folder, { recursive: true })
    this.#file = join(folder, `${model.modelId.replaceAll(/[^\w.-]/g, '_')}.vectors`)
    if (!existsSync(this.#file)) return
    for (const line of readFileSync(this.#file, 'utf8').split('\n')) {
      const [key = '', values] = line.split(' ')
      if (values !== undefined) this.#known.set(key, fromBase64(values))
    }
  }

  get provider(): string {
    return this.#model.provider
  }

  get modelId(): string {
    return this.#model.modelId
  }

  async doEmbed({ values }: EmbeddingModelV4CallOptions): Promise<EmbeddingModelV4Result> {
    const texts = values.map((value) => this.#prefix + value)
    const missing = [...new Set(texts)].filter((text) => !this.#known.has(keyOf(text)))
    for (let at = 0; at < missing.length; at += BATCH) {
      const batch = missing.slice(at, at + BATCH)
      const { embeddings } = await this.#model.doEmbed({ values: batch })
      const lines = batch.map((text, index) => {
        const vector = embeddings[index] ?? []
        this.#known.set(keyOf(text), vector)
        return `${keyOf(text)} ${toBase64(vector)}\n`
      })
      appendFileSync(this.#file, lines.join(''))
    }
    return { embeddings: texts.map((text) => this.#known.get(keyOf(text)) ?? []), warnings: [] }
  }
}

function keyOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

function toBase64(vector: readonly number[]): string {
  return Buffer.from(Float32Array.from(vector).buffer).toString('base64')
}

function fromBase64(text: string): number[] {
  const bytes = Uint8Array.from(Buffer.from(text, 'base64'))
  return Array.from(new Float32Array(bytes.buffer))
}
