import {
  type ChangeEvidence,
  type Documentation,
  evidenceOf,
  rankPages,
} from '../evidence/change-evidence.ts'
import { type CandidatePage, fuseRanks } from '../evidence/fuse-ranks.ts'
import type { CodeChange } from '../names/code-change.ts'
import { gateScore } from './gate-score.ts'

export const MOST_PAGES = 10

/** What a change of code means for the documentation, without a model. */
export interface Judgement {
  /** False: no job, no tokens. */
  readonly isProposed: boolean
  /** 0 is the gate. */
  readonly score: number
  readonly evidence: ChangeEvidence
  /** The likeliest first; none where the gate stops the change. */
  readonly pages: readonly CandidatePage[]
}

/** @param gate what the score must reach; default: what fits most repositories */
export function judgeChange(change: CodeChange, documentation: Documentation, gate = 0): Judgement {
  const { pages } = documentation
  const evidence = evidenceOf(change, documentation)
  const ranks = rankPages(change, evidence, pages)
  const score = gateScore(change, evidence, ranks, pages) - gate
  if (score < 0) return { isProposed: false, score, evidence, pages: [] }
  return { isProposed: true, score, evidence, pages: fuseRanks(ranks, evidence, pages, MOST_PAGES) }
}
