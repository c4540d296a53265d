import { termSet } from '../text/terms.ts'
import type { Question } from './read-question.ts'

/** Rows of a table that is quoted as a whole. */
const MAX_ROWS = 8
/** Share of the best row's score that another row needs. */
const NEAR = 0.6

/** A long table with the rows alone that have words of the question, if there are such. */
export function shortTable(text: string, { weights, language }: Question): string {
  const [header = '', line = '', ...rows] = text.split('\n')
  if (rows.length <= MAX_ROWS) return text
  const score = (row: string) =>
    [...termSet(row, language)].reduce((sum, term) => sum + (weights.get(term) ?? 0), 0)
  const best = rows
    .map((row, index) => ({ row, index, score: score(row) }))
    .filter((each) => each.score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_ROWS)
  if (best.length === 0) return text
  const top = best[0]?.score ?? 0
  const near = best.filter((each) => each.score >= NEAR * top)
  const kept = near.sort((a, b) => a.index - b.index).map(({ row }) => row)
  return [header, line, ...kept].join('\n')
}
