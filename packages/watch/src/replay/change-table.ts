import type { CandidatePage } from '../evidence/fuse-ranks.ts'
import type { Judgement } from '../gate/judge-change.ts'
import type { ChangedName, NameChange } from '../names/code-change.ts'
import type { BranchStep } from '../repository/code-repository.ts'
import { keyOf } from '../text/terms.ts'

/** A change, the names that speak for documentation, and the pages that they lead to. */
export interface ChangeTable {
  readonly commit: string
  readonly at: number
  readonly author: string
  readonly title: string
  readonly names: readonly ChangedName[]
  readonly pages: readonly CandidatePage[]
}

const MOST_NAMES = 12
const ORDER: readonly NameChange[] = ['removed', 'added', 'changed', 'described']

/** Options come before symbols, and what went or came before what changed. One name in two spellings counts once. */
export function rankNames(names: readonly ChangedName[]): ChangedName[] {
  const kinds: readonly ChangedName['kind'][] = ['option', 'symbol', 'literal']
  const rank = ({ kind, change }: ChangedName) => kinds.indexOf(kind) * ORDER.length + ORDER.indexOf(change)
  const seen = new Set<string>()
  return [...names]
    .sort((a, b) => rank(a) - rank(b))
    .filter(({ name, change }) => {
      const spelled = `${change} ${keyOf(name)}`
      if (seen.has(name) || seen.has(spelled)) return false
      seen.add(name).add(spelled)
      return true
    })
}

export function changeTable(step: BranchStep, { evidence, pages }: Judgement): ChangeTable {
  const names = rankNames(evidence.names).slice(0, MOST_NAMES)
  const { commit, at, author, title } = step
  return { commit, at, author, title, names, pages }
}
