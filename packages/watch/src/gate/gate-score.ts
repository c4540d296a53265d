import type { ChangeEvidence, Ranks } from '../evidence/change-evidence.ts'
import type { CodeChange } from '../names/code-change.ts'
import type { PageIndex } from '../pages/page-index.ts'
import { type GateFeatures, gateFeatures } from './gate-features.ts'

const BIAS = -2.84

/** A logistic regression, fitted on labeled changes of other repositories than those that measure it. */
const WEIGHTS: Readonly<Record<keyof GateFeatures, number>> = {
  kind: 0.53,
  words: 0.65,
  files: 0.31,
  filesOfKind: 1.03,
  usual: -0.53,
  codeName: 0.21,
  breaking: 0.25,
  optionsAdded: 0.5,
  literalsAdded: 0.33,
  onPagesRemoved: 0.27,
  joins: 1.51,
  lines: -0.07,
  comments: -0.12,
  onlyComments: 1.11,
  size: -0.2,
  newFiles: -0.61,
  said: 0.31,
  ownPage: 0.19,
  agreement: 0.18,
  found: 0.7,
}

/** Above 0: people usually change a page with such a change. */
export function gateScore(
  change: CodeChange,
  evidence: ChangeEvidence,
  ranks: Ranks,
  pages: PageIndex,
): number {
  const features = gateFeatures(change, evidence, ranks, pages)
  let score = BIAS
  for (const [name, weight] of Object.entries(WEIGHTS) as [keyof GateFeatures, number][])
    score += weight * features[name]
  return score
}
