import type { ChangeEvidence, Ranks } from '../evidence/change-evidence.ts'
import type { ChangedName, CodeChange } from '../names/code-change.ts'
import type { PageIndex } from '../pages/page-index.ts'
import { keyOf, termsOf } from '../text/terms.ts'

const CODE_NAME = /`|--[a-z]|[a-z]_[a-z]|[A-Z]{2}_|[a-z][A-Z]/
const BREAKING = /^\w+(?:\([^)]{0,80}\))?!:|BREAKING CHANGE|\bdeprecat/
const LONGEST_BODY = 3_000
/** More of one kind tell no more. */
const MOST_COUNTED = 20

/** What the gate weighs, each as a small number. */
export interface GateFeatures {
  /** Log-odds of a page with such a title, by its kind and by its words, against all changes of the repository. */
  readonly kind: number
  readonly words: number
  /** The same of its files. */
  readonly files: number
  /** Share of changes of these files, with such a title, that changed a page. */
  readonly filesOfKind: number
  readonly usual: number
  /** The title names something of the code. */
  readonly codeName: number
  readonly breaking: number
  /** Logarithms of counts. */
  readonly optionsAdded: number
  readonly literalsAdded: number
  /** Removed names that few pages have. */
  readonly onPagesRemoved: number
  /** Share of the names beside the change that few pages have. */
  readonly joins: number
  readonly lines: number
  readonly comments: number
  readonly onlyComments: number
  readonly size: number
  readonly newFiles: number
  /** Messages that came or went. */
  readonly said: number
  /** A page is named like the code. */
  readonly ownPage: number
  /** Signals that have one page among their first. */
  readonly agreement: number
  /** How well the title finds a page. */
  readonly found: number
}

export function gateFeatures(
  change: CodeChange,
  evidence: ChangeEvidence,
  ranks: Ranks,
  pages: PageIndex,
): GateFeatures {
  const { names, around, habits, history, codeLines, commentLines, said } = evidence
  const { title, body, files } = change
  const usual = Math.max(0.005, habits.usual)
  const most = pages.paths.length * 0.15 + 2
  const isOnFewPages = (name: string) => {
    const found = name.length > 4 ? pages.pagesWith(keyOf(name)).length : 0
    return found > 0 && found <= most
  }
  const count = (isCounted: (name: ChangedName) => boolean) =>
    Math.log1p(Math.min(MOST_COUNTED, names.filter(isCounted).length))
  const added = (kind: ChangedName['kind']) => count((name) => name.kind === kind && name.change === 'added')
  return {
    kind: Math.log(habits.ofKind / usual),
    words: habits.ofWords,
    files: Math.log((history.share + 0.02) / (usual + 0.02)),
    filesOfKind: history.shareOfKind,
    usual: Math.log(usual),
    codeName: Number(CODE_NAME.test(title)),
    breaking: Number(BREAKING.test(title) || BREAKING.test(body.slice(0, LONGEST_BODY))),
    optionsAdded: added('option'),
    literalsAdded: added('literal'),
    onPagesRemoved: count(({ name, change: what }) => what === 'removed' && isOnFewPages(name)),
    joins: around.filter(isOnFewPages).length / (around.length + 3),
    lines: Math.log1p(codeLines),
    comments: Math.log1p(commentLines),
    onlyComments: Number(codeLines === 0),
    size: Math.log1p(files.length),
    newFiles: Math.log1p(files.filter(({ status }) => status === 'added').length),
    said: Math.log1p(said.length),
    ownPage: Math.min(2, highest(ranks.paths)),
    agreement: agreement(ranks),
    found: Math.log1p(highest(ranks.title)) - Math.log1p(termsOf(title).length),
  }
}

function highest(scores: ReadonlyMap<number, number>): number {
  let most = 0
  for (const score of scores.values()) most = Math.max(most, score)
  return most
}

const AGREEING = ['names', 'around', 'history', 'words', 'paths', 'title'] as const

function agreement(ranks: Ranks): number {
  const votes = new Map<number, number>()
  for (const signal of AGREEING)
    for (const [at] of [...ranks[signal]].sort(([, a], [, b]) => b - a).slice(0, 3))
      votes.set(at, (votes.get(at) ?? 0) + 1)
  return highest(votes)
}
