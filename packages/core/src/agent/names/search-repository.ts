import type { SearchHit, Workspace } from '../../ports/workspaces.ts'
import type { NameEvidence } from './name-evidence.ts'

/** Lines that one search may bring for all names, and for one. */
const MOST_LINES = 20_000
const MOST_LINES_A_NAME = 2_000
/** Of longer lines, such as those of minified code, what stands around a name is read. */
const LONGEST_LINE = 2_000
const AROUND = 200

interface Search {
  /** The repository, and those that are read beside it. */
  trees: readonly Pick<Workspace, 'search'>[]
  /** Files whose present text is the run's own: their base is read instead. */
  isOwn(path: string): boolean
  signal: AbortSignal
}

/**
 * Reads the lines of the repository that hold one of the literals into the evidence.
 *
 * @param context lines before and after each that are read too
 * @returns false when there were more lines than are read
 */
export async function searchRepository(
  literals: readonly string[],
  evidence: NameEvidence,
  { trees, isOwn, signal }: Search,
  context = 0,
): Promise<boolean> {
  if (literals.length === 0) return true
  const limit = literals.length === 1 ? MOST_LINES_A_NAME : MOST_LINES
  const pattern = literals.map(escaped).join('|')
  let isWhole = true
  for (const tree of trees) {
    const { hits, truncated } = await tree.search({ pattern, limit, context }, { signal })
    const files = new Map<string, string[]>()
    for (const hit of hits) {
      if (isOwn(hit.path)) continue
      const lines = files.get(hit.path) ?? []
      lines.push(...hit.before, ...readable(hit, literals), ...hit.after)
      files.set(hit.path, lines)
    }
    for (const [path, lines] of files) evidence.add(path, lines.join('\n'))
    isWhole &&= !truncated
  }
  return isWhole
}

function readable({ text }: SearchHit, literals: readonly string[]): string[] {
  if (text.length <= LONGEST_LINE) return [text]
  return literals.flatMap((literal) => {
    const at = text.indexOf(literal)
    return at === -1 ? [] : [text.slice(Math.max(0, at - AROUND), at + literal.length + AROUND)]
  })
}

/** As a POSIX extended regular expression. */
function escaped(literal: string): string {
  return literal.replace(/[\\.[\]{}()*+?^$|]/g, '\\$&')
}
