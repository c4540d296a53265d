import type { Tensor } from './safetensors.ts'

/** What turns texts into numbers of tokens. */
export interface TokenReader {
  /** Without tokens that the vocabulary lacks. */
  ids(text: string): readonly number[]
  /** Half of the vocabulary's tokens are longer, in letters. */
  readonly medianLength: number
}

export interface StaticModelParts {
  tokens: TokenReader
  /** A row for each token, or for each entry of `mapping`. */
  embeddings: Tensor
  /** What each token counts; absent when all count the same. */
  weights?: Tensor
  /** The row of each token; absent when it is the token's own number. */
  mapping?: Tensor
  /** Vectors get the length 1. */
  normalize: boolean
}

/** As in the library that makes such models, so that its vectors and these are the same. */
const MOST_TOKENS = 512

/** A text is the mean of its tokens' vectors. */
export class StaticModel {
  readonly #parts: StaticModelParts
  readonly dimensions: number

  constructor(parts: StaticModelParts) {
    this.#parts = parts
    this.dimensions = parts.embeddings.shape[1] ?? 0
  }

  /** A vector of zeros for a text without a known token. */
  embed(text: string): { vector: number[]; tokens: number } {
    const { tokens, embeddings, weights, mapping, normalize } = this.#parts
    const { dimensions } = this
    const ids = tokens.ids(beginning(text, MOST_TOKENS * tokens.medianLength)).slice(0, MOST_TOKENS)
    const sum = new Float64Array(dimensions)
    for (const id of ids) {
      const start = (mapping === undefined ? id : mapping.at(id)) * dimensions
      const weight = weights === undefined ? 1 : weights.at(id)
      // By index: this loop is most of the time that an index with vectors takes.
      for (let at = 0; at < dimensions; at++) sum[at] = (sum[at] ?? 0) + weight * embeddings.at(start + at)
    }
    const divisor = (normalize ? Math.hypot(...sum) : ids.length) || 1
    return { vector: Array.from(sum, (value) => value / divisor), tokens: ids.length }
  }
}

/** So many letters, not UTF-16 units. */
function beginning(text: string, letters: number): string {
  return text.length <= letters ? text : [...text.slice(0, 2 * letters)].slice(0, letters).join('')
}
