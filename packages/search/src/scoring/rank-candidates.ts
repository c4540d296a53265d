import { isHistory } from '../words/history-pages.ts'

/** A passage that may be answered. */
export interface Candidate {
  pagePath: string
  score: number
  /** What the links of other pages say for its page (see score-links.ts); default 0. */
  links?: number
  /** Pages that link to its page; default 0. */
  linkedFrom?: number
  /** What other pages' writing of the name that its page is about says for it (see mentions.ts); default 0. */
  mentions?: number
}

export interface RankRequest {
  limit: number
  perPage: number
  currentPath?: string | undefined
  /** Whether the lists of what releases changed count in full; default true. */
  asksForHistory?: boolean
}

/** How much several good passages of one page raise it: a page about the matter beats one that mentions it. */
const PAGE_EVIDENCE = 0.06
/** For each e-fold of pages that link to a page: where sites lead their readers is more often what is looked for. */
const LINKED_PAGE = 0.06
/** For the entry of a reference, by the other pages that write its name. */
const MENTIONED_PAGE = 0.23
/** For a list of what releases changed, when the query does not ask for that. */
const HISTORY_PAGE = 0.75
const CURRENT_PAGE = 1.13
/** For a page in the same folder; less, when only the folders above are the same. */
const NEAR_PAGE = 0.06

/** Orders candidates by their own score, the other passages of their page, the links to it, and nearness to the page being viewed. */
export function rankCandidates<Item extends Candidate>(
  candidates: readonly Item[],
  request: RankRequest,
  prefer: (raised: readonly Item[]) => readonly Item[] = (raised) => raised,
): Item[] {
  const pages = new Map<string, { best: number; sum: number }>()
  for (const { pagePath, score } of candidates) {
    const page = pages.get(pagePath) ?? { best: 0, sum: 0 }
    pages.set(pagePath, { best: Math.max(page.best, score), sum: page.sum + score })
  }
  const current = foldersOf(request.currentPath ?? '')
  const raised = candidates.map((candidate) => {
    const { best, sum } = pages.get(candidate.pagePath) ?? { best: 1, sum: 1 }
    const evidence = best === 0 ? 1 : 1 + PAGE_EVIDENCE * Math.log1p((sum - best) / best)
    // In full for the page's best passage; the others keep their distance to it.
    const links = best === 0 ? 0 : ((candidate.links ?? 0) * candidate.score) / best
    return {
      ...candidate,
      score:
        (candidate.score * evidence + links) *
        (1 +
          LINKED_PAGE * Math.log1p(candidate.linkedFrom ?? 0) +
          MENTIONED_PAGE * (candidate.mentions ?? 0)) *
        (request.asksForHistory === false && isHistory(candidate.pagePath) ? HISTORY_PAGE : 1) *
        nearness(candidate.pagePath, request.currentPath, current),
    }
  })
  const ordered = prefer(raised).toSorted((first, second) => second.score - first.score)
  const taken = new Map<string, number>()
  const ranked: Item[] = []
  for (const candidate of ordered) {
    const count = taken.get(candidate.pagePath) ?? 0
    if (count >= request.perPage) continue
    taken.set(candidate.pagePath, count + 1)
    ranked.push(candidate)
    if (ranked.length === request.limit) break
  }
  return ranked
}

/**
 * The more folders a page shares with the one being viewed, from the top, the nearer it is: sites have the same matter
 * once for each product, version or dialect, and whoever reads on one of them asks about that one.
 */
function nearness(pagePath: string, currentPath: string | undefined, current: readonly string[]): number {
  if (currentPath === undefined) return 1
  if (pagePath === currentPath) return CURRENT_PAGE
  const own = foldersOf(pagePath)
  const differs = own.findIndex((folder, at) => folder !== current[at])
  const shared = differs < 0 ? own.length : differs
  const all = Math.max(own.length, current.length)
  return 1 + NEAR_PAGE * (all === 0 ? 1 : shared / all)
}

function foldersOf(pagePath: string): string[] {
  return pagePath.split('/').slice(1, -1)
}
