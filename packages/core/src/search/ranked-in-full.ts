import type { RerankingModelV4Result } from '@ai-sdk/provider'
import { DocentError } from '../errors/docent-error.ts'

export interface RankedDocument {
  index: number
  /** 0 to 1. */
  score: number
}

/**
 * A ranking in which every document is once, best first. Scores that are no shares (logits) become shares, all by the
 * same function, so that their order stays.
 * @throws DocentError `model_failed` when documents are missing, named twice or made up, or a score is no number: such
 * a reply says nothing about the others either.
 */
export function rankedInFull(ranking: RerankingModelV4Result['ranking'], count: number): RankedDocument[] {
  const seen = new Set<number>()
  for (const { index, relevanceScore } of ranking) {
    if (!Number.isInteger(index) || index < 0 || index >= count)
      throw broken(`ranks document ${index} of ${count}`)
    if (seen.has(index)) throw broken(`ranks document ${index} twice`)
    if (!Number.isFinite(relevanceScore)) throw broken(`gives document ${index} no score`)
    seen.add(index)
  }
  if (seen.size < count) throw broken(`ranks ${seen.size} of ${count} documents`)
  const areShares = ranking.every(({ relevanceScore }) => relevanceScore >= 0 && relevanceScore <= 1)
  return ranking
    .toSorted((one, other) => other.relevanceScore - one.relevanceScore)
    .map(({ index, relevanceScore }) => ({
      index,
      score: areShares ? relevanceScore : 1 / (1 + Math.exp(-relevanceScore)),
    }))
}

function broken(what: string): DocentError {
  return new DocentError('model_failed', `The reply of the re-ranking model is wrong: it ${what}.`)
}
