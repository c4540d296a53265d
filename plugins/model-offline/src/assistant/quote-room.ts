import type { ScoredUnit } from './score-sections.ts'

/** What is left of an answer's room, and what it has said. */
export interface QuoteRoom {
  units: number
  code: number
  readonly taken: ScoredUnit[]
}
