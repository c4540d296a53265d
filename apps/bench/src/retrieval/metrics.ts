import type { Query } from './collection.ts'

/** How good one ranking is, each from 0 to 1. */
export interface Scores {
  ndcg: number
  hit: number
  recall: number
  reciprocal: number
}

const DEPTH = 10
const RECALL_DEPTH = 5

/** What counts of a ranking: the first ten pages that are not excluded. */
export function counted({ exclude }: Query, found: readonly string[]): string[] {
  return found.filter((path) => !exclude.has(path)).slice(0, DEPTH)
}

/**
 * nDCG@10 with linear gain (as trec_eval), hit@1, recall@5 (of all relevant pages) and the reciprocal rank within the
 * first ten.
 */
export function score(query: Query, found: readonly string[]): Scores {
  const { relevant } = query
  const grades = counted(query, found).map((path) => relevant.get(path) ?? 0)
  const ideal = gain([...relevant.values()].sort((first, second) => second - first).slice(0, DEPTH))
  const first = grades.findIndex((grade) => grade > 0)
  const total = [...relevant.values()].filter((grade) => grade > 0).length
  return {
    ndcg: ideal === 0 ? 0 : gain(grades) / ideal,
    hit: first === 0 ? 1 : 0,
    recall: grades.slice(0, RECALL_DEPTH).filter((grade) => grade > 0).length / Math.max(1, total),
    reciprocal: first < 0 ? 0 : 1 / (first + 1),
  }
}

export function meanScores(scores: readonly Scores[]): Scores {
  const mean = (key: keyof Scores) =>
    scores.length === 0 ? Number.NaN : scores.reduce((sum, each) => sum + each[key], 0) / scores.length
  return {
    ndcg: mean('ndcg'),
    hit: mean('hit'),
    recall: mean('recall'),
    reciprocal: mean('reciprocal'),
  }
}

function gain(grades: readonly number[]): number {
  return grades.reduce((sum, grade, place) => sum + Math.max(0, grade) / Math.log2(place + 2), 0)
}
