import type { EmbeddingModelV4 } from '@ai-sdk/provider'

export interface HashedEmbeddingOptions {
  /** Default 256. */
  dimensions?: number
  /** Called with the texts of every call; may throw to make it fail. */
  onCall?(values: readonly string[]): void | Promise<void>
  maxEmbeddingsPerCall?: number
}

/**
 * A small deterministic embedding without a network: words and their groups of three letters, hashed into a unit
 * vector. Texts with similar spelling are near each other; it knows no meanings.
 */
export function hashedEmbedding(options: HashedEmbeddingOptions = {}): EmbeddingModelV4 {
  const { dimensions = 256, onCall, maxEmbeddingsPerCall = 100 } = options
  return {
    specificationVersion: 'v4',
    provider: 'hashed',
    modelId: `hashed-${dimensions}`,
    maxEmbeddingsPerCall,
    supportsParallelCalls: true,
    async doEmbed({ values, abortSignal }) {
      abortSignal?.throwIfAborted()
      await onCall?.(values)
      return { embeddings: values.map((value) => hashedVector(value, dimensions)), warnings: [] }
    },
  }
}

export function hashedVector(text: string, dimensions = 256): number[] {
  const vector = new Float64Array(dimensions)
  const counts = new Map<string, number>()
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    const padded = `^${word}$`
    const grams = [word, ...Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3))]
    for (const gram of grams) counts.set(gram, (counts.get(gram) ?? 0) + 1)
  }
  for (const [gram, count] of counts) {
    let hash = 0x811c9dc5
    for (let at = 0; at < gram.length; at++) hash = Math.imul(hash ^ gram.charCodeAt(at), 0x01000193)
    const place = (hash >>> 1) % dimensions
    vector[place] = (vector[place] ?? 0) + (hash & 1 ? 1 : -1) * Math.log1p(count)
  }
  const length = Math.hypot(...vector) || 1
  return Array.from(vector, (value) => value / length)
}
