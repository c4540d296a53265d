/** One question of an evaluation, and the pages that were found for it. */
export interface RankedCase {
  /** Paths of the pages that answer it, at least one. */
  expected: readonly string[]
  /** Paths of the pages that were found, best first, each once. */
  found: readonly string[]
  /** How much each expected page is worth, for nDCG; absent: every one the same. */
  gains?: ReadonlyMap<string, number>
}

/** Means over all questions, 0 to 1. */
export interface RetrievalMetrics {
  questions: number
  /** Share of the expected pages among the first 1, 5 and 10. */
  recallAt1: number
  recallAt5: number
  recallAt10: number
  /** Mean reciprocal rank of the first expected page. */
  mrr: number
  /** Normalized discounted cumulative gain of the first 10. */
  ndcgAt10: number
}

/** How often something that was checked was so. */
export interface CheckCount {
  checked: number
  passed: number
}

export interface AnswerExpectation {
  /** One of these pages is cited; empty checks nothing. */
  pages: readonly string[]
  /** All of these are in the text, in whatever case. */
  contains: readonly string[]
  /** True: the answer says that the docs do not say. False: it does not say so. Absent checks nothing. */
  refuses?: boolean
}

export interface GivenAnswer {
  text: string
  /** Paths of the pages it cites. */
  cited: readonly string[]
  unanswered: boolean
}

/** Null where nothing was to be checked. */
export interface AnswerChecks {
  cites: boolean | null
  contains: boolean | null
  refuses: boolean | null
}

/**
 * How well pages were found.
 *
 * @see https://nlp.stanford.edu/IR-book/html/htmledition/evaluation-of-ranked-retrieval-results-1.html
 */
export function retrievalMetrics(cases: readonly RankedCase[]): RetrievalMetrics {
  const mean = (measure: (each: RankedCase) => number) =>
    cases.length === 0 ? 0 : cases.reduce((sum, each) => sum + measure(each), 0) / cases.length
  return {
    questions: cases.length,
    recallAt1: mean((each) => recall(each, 1)),
    recallAt5: mean((each) => recall(each, 5)),
    recallAt10: mean((each) => recall(each, 10)),
    mrr: mean((each) => reciprocalRank(each)),
    ndcgAt10: mean((each) => ndcg(each, 10)),
  }
}

/** Place of the first expected page, 1 for the best; null when none was found. */
export function rankOf({ expected, found }: RankedCase): number | null {
  const at = found.findIndex((path) => expected.includes(path))
  return at === -1 ? null : at + 1
}

/** What is right about an answer. A refusal is not asked for its citations. */
export function checkAnswer(expected: AnswerExpectation, answer: GivenAnswer): AnswerChecks {
  const { pages, contains, refuses } = expected
  const text = answer.text.toLowerCase()
  return {
    cites: pages.length === 0 || refuses === true ? null : pages.some((page) => answer.cited.includes(page)),
    contains: contains.length === 0 ? null : contains.every((part) => text.includes(part.toLowerCase())),
    refuses: refuses === undefined ? null : answer.unanswered === refuses,
  }
}

/** Over many answers; an answer passed when nothing that was checked was wrong. */
export function countChecks(
  checks: readonly AnswerChecks[],
): Record<keyof AnswerChecks | 'passed', CheckCount> {
  const count = (results: readonly (boolean | null)[]): CheckCount => ({
    checked: results.filter((result) => result !== null).length,
    passed: results.filter((result) => result === true).length,
  })
  return {
    cites: count(checks.map(({ cites }) => cites)),
    contains: count(checks.map(({ contains }) => contains)),
    refuses: count(checks.map(({ refuses }) => refuses)),
    passed: count(checks.map(hasPassed)),
  }
}

/** Null when nothing was checked. */
export function hasPassed({ cites, contains, refuses }: AnswerChecks): boolean | null {
  const results = [cites, contains, refuses].filter((result) => result !== null)
  return results.length === 0 ? null : results.every(Boolean)
}

function recall({ expected, found }: RankedCase, depth: number): number {
  const first = new Set(found.slice(0, depth))
  return expected.filter((path) => first.has(path)).length / expected.length
}

function reciprocalRank(each: RankedCase): number {
  const rank = rankOf(each)
  return rank === null ? 0 : 1 / rank
}

/** With the gain of a page as it is, as trec_eval's `ndcg_cut` has it. */
function ndcg({ expected, found, gains }: RankedCase, depth: number): number {
  const worth = (path: string) => gains?.get(path) ?? 1
  const sum = (values: readonly number[]) =>
    values.slice(0, depth).reduce((total, value, index) => total + value / Math.log2(index + 2), 0)
  const ideal = sum(expected.map(worth).sort((first, second) => second - first))
  return sum(found.map((path) => (expected.includes(path) ? worth(path) : 0))) / ideal
}
