import type { PageIndex } from '../pages/page-index.ts'
import { keyOf } from '../text/terms.ts'
import type { ChangeEvidence, Ranks, Signal } from './change-evidence.ts'

/** Why a page is a candidate, in words for people. */
export const REASONS: Readonly<Record<Signal, string>> = {
  names: 'has names that changed',
  around: 'has names beside the change',
  history: 'changed with these files before',
  words: 'is about the words of the change',
  paths: 'is named like the code',
  title: 'is about the words of the title',
  recent: 'changes often with code',
  breaking: 'tells of breaking changes',
}

/** A page that a change may make stale. */
export interface CandidatePage {
  readonly path: string
  /** The signals that put it among the first, the strongest first. */
  readonly signals: readonly Signal[]
  /** Names of the change that the page has. */
  readonly names: readonly string[]
}

/** Fitted on labeled changes of other repositories than those that measure it. */
const WEIGHTS: Readonly<Record<Signal, number>> = {
  names: 1,
  around: 1.4,
  history: 1.1,
  words: 1,
  paths: 2,
  title: 1.4,
  recent: 0.3,
  breaking: 0.5,
}
const RANK_OFFSET = 4
/** Later ranks tell nothing. */
const MOST_RANKS = 60
/** A signal is told as a reason of a page that it has among so many. */
const TOLD_RANKS = 5

/** Pages by all signals together: each adds the more, the earlier it has a page. */
export function fuseRanks(
  ranks: Ranks,
  evidence: ChangeEvidence,
  pages: PageIndex,
  most: number,
): CandidatePage[] {
  const scores = new Map<number, number>()
  const told = new Map<number, { signal: Signal; score: number }[]>()
  for (const [signal, weight] of Object.entries(WEIGHTS) as [Signal, number][]) {
    const ranked = [...ranks[signal]].sort(([, a], [, b]) => b - a).slice(0, MOST_RANKS)
    for (const [rank, [at]] of ranked.entries()) {
      const score = weight / (RANK_OFFSET + rank)
      scores.set(at, (scores.get(at) ?? 0) + score)
      if (rank < TOLD_RANKS) told.set(at, [...(told.get(at) ?? []), { signal, score }])
    }
  }
  const first = [...scores].sort(([, a], [, b]) => b - a).slice(0, most)
  return first.map(([at]) => ({
    path: pages.paths[at] ?? '',
    signals: (told.get(at) ?? []).sort((a, b) => b.score - a.score).map(({ signal }) => signal),
    names: namesOn(at, evidence, pages),
  }))
}

const MOST_NAMES = 8

function namesOn(at: number, { names }: ChangeEvidence, pages: PageIndex): string[] {
  const found = names.filter(({ name }) => pages.pagesWith(keyOf(name)).includes(at)).map(({ name }) => name)
  return [...new Set(found)].slice(0, MOST_NAMES)
}
