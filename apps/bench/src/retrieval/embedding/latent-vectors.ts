import { SeededRandom } from '../../grounding/random.ts'

/** Vectors of words. */
export interface WordVectors {
  words: string[]
  dimensions: number
  /** One row for each word. */
  rows: Float32Array
}

export interface LatentOptions {
  dimensions: number
  mostWords: number
  /** A word in fewer texts is left out. */
  leastTexts: number
}

interface SparseText {
  words: Uint32Array
  weights: Float32Array
}

const ROUNDS = 3
const WORD = /[\p{L}\p{N}]+/gu

/**
 * Latent semantic analysis: the first singular vectors of texts by words (tf-idf), found by random projection and
 * subspace iteration. Words of the same texts get near vectors, and rare words long ones: a real embedding, and a weak
 * one.
 */
export function latentVectors(texts: readonly string[], options: LatentOptions): WordVectors {
  const counted = texts.map(countWords)
  const { words, rarities } = vocabulary(counted, options)
  const places = new Map(words.map((word, place) => [word, place]))
  const sparse = counted.map((counts) => sparseText(counts, places, rarities))
  const { dimensions } = options
  const random = new SeededRandom(1)
  let basis = Float32Array.from({ length: words.length * dimensions }, () => random.next() - 0.5)
  for (let round = 0; round < ROUNDS; round++) {
    basis = throughTexts(sparse, basis, dimensions)
    orthonormalize(basis, words.length, dimensions)
  }
  for (const [place, rarity] of rarities.entries())
    for (let at = place * dimensions; at < (place + 1) * dimensions; at++)
      basis[at] = (basis[at] ?? 0) * rarity
  return { words, dimensions, rows: basis }
}

function countWords(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of text.toLowerCase().match(WORD) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

function vocabulary(counted: readonly Map<string, number>[], { mostWords, leastTexts }: LatentOptions) {
  const texts = new Map<string, number>()
  for (const counts of counted) for (const word of counts.keys()) texts.set(word, (texts.get(word) ?? 0) + 1)
  const known = [...texts]
    .filter(([, count]) => count >= leastTexts)
    .sort((one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1))
    .slice(0, mostWords)
  return {
    words: known.map(([word]) => word),
    rarities: known.map(([, count]) => Math.log((counted.length + 1) / count)),
  }
}

/** A text of length 1. */
function sparseText(
  counts: ReadonlyMap<string, number>,
  places: ReadonlyMap<string, number>,
  rarities: readonly number[],
): SparseText {
  const entries = [...counts].flatMap(([word, count]) => {
    const place = places.get(word)
    return place === undefined ? [] : [[place, (1 + Math.log(count)) * (rarities[place] ?? 0)] as const]
  })
  const length = Math.hypot(...entries.map(([, weight]) => weight)) || 1
  return {
    words: Uint32Array.from(entries, ([place]) => place),
    weights: Float32Array.from(entries, ([, weight]) => weight / length),
  }
}

/** From words to texts and back. */
function throughTexts(texts: readonly SparseText[], basis: Float32Array, dimensions: number) {
  const next = new Float32Array(basis.length)
  const text = new Float64Array(dimensions)
  for (const { words, weights } of texts) {
    text.fill(0)
    for (let each = 0; each < words.length; each++) {
      const [start, weight] = [(words[each] ?? 0) * dimensions, weights[each] ?? 0]
      for (let at = 0; at < dimensions; at++) text[at] = (text[at] ?? 0) + weight * (basis[start + at] ?? 0)
    }
    for (let each = 0; each < words.length; each++) {
      const [start, weight] = [(words[each] ?? 0) * dimensions, weights[each] ?? 0]
      for (let at = 0; at < dimensions; at++)
        next[start + at] = (next[start + at] ?? 0) + weight * (text[at] ?? 0)
    }
  }
  return next
}

/** Makes the columns perpendicular to each other and of length 1, one after the other (Gram-Schmidt). */
function orthonormalize(basis: Float32Array, rows: number, dimensions: number): void {
  const dot = (one: number, other: number) => {
    let sum = 0
    for (let row = 0; row < rows; row++)
      sum += (basis[row * dimensions + one] ?? 0) * (basis[row * dimensions + other] ?? 0)
    return sum
  }
  for (let column = 0; column < dimensions; column++) {
    for (let before = 0; before < column; before++) {
      const share = dot(column, before)
      for (let row = 0; row < rows; row++) {
        const at = row * dimensions
        basis[at + column] = (basis[at + column] ?? 0) - share * (basis[at + before] ?? 0)
      }
    }
    const length = Math.sqrt(dot(column, column)) || 1
    for (let row = 0; row < rows; row++) {
      const at = row * dimensions + column
      basis[at] = (basis[at] ?? 0) / length
    }
  }
}
