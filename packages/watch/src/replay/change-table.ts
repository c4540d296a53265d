import type { CandidatePage } from '../evidence/fuse-ranks.ts'
import type { Judgement } from '../gate/judge-change.ts'
import type { ChangedName, NameChange } from '../names/code-change.ts'
import type { BranchStep } from '../repository/code-repository.ts'

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

/** Options come before symbols, and what went or came before what changed. */
export function changeTable(step: BranchStep, { evidence, pages }: Judgement): ChangeTable {
  const kinds: readonly ChangedName['kind'][] = ['option', 'symbol', 'literal']
  const rank = ({ kind, change }: ChangedName) => kinds.indexOf(kind) * ORDER.length + ORDER.indexOf(change)
  const seen = new Set<string>()
  const names = [...evidence.names]
    .sort((a, b) => rank(a) - rank(b))
    .filter(({ name }) => !seen.has(name) && seen.add(name))
    .slice(0, MOST_NAMES)
  const { commit, at, author, title } = step
  return { commit, at, author, title, names, pages }
}
