import {
  type ChangeEvidence,
  type Documentation,
  evidenceOf,
  rankPages,
} from '../evidence/change-evidence.ts'
import { fuseRanks } from '../evidence/fuse-ranks.ts'
import type { CodeChange } from '../names/code-change.ts'
import type { PageIndex } from '../pages/page-index.ts'
import { keyOf } from '../text/terms.ts'
import { titleKind } from '../text/title-kind.ts'
import { type Judgement, MOST_PAGES } from './judge-change.ts'

/** A name that more pages have, as a share of all, says nothing of what a change means for them. */
const MOST_SHARE = 0.15
const LEAST_NAME = 5

/**
 * Judges a change of code that is in another repository than its pages: no history tells how people document it, so a
 * public name has to have changed. One that is gone or other has to be on a page; a new option needs no page yet.
 */
export function judgeApart(change: CodeChange, documentation: Documentation): Judgement {
  const { pages } = documentation
  const evidence = evidenceOf(change, documentation)
  const isProposed = titleKind(change.title) !== 'inner' && isTold(evidence, pages)
  const score = isProposed ? 1 : -1
  if (!isProposed) return { isProposed, score, evidence, pages: [] }
  return {
    isProposed,
    score,
    evidence,
    pages: fuseRanks(rankPages(change, evidence, pages), evidence, pages, MOST_PAGES),
  }
}

function isTold({ names, around }: ChangeEvidence, pages: PageIndex): boolean {
  const most = pages.paths.length * MOST_SHARE + 2
  const isOnPages = (name: string) => {
    const found = name.length < LEAST_NAME ? 0 : pages.pagesWith(keyOf(name)).length
    return found > 0 && found <= most
  }
  // A new option joins others that pages have.
  const isKnownPlace = around.some(isOnPages)
  return names.some(({ name, kind, change }) =>
    change === 'added' ? kind === 'option' && isKnownPlace : change !== 'described' && isOnPages(name),
  )
}
