/** What a word of a query counts that only says that documentation is looked for. */
export const POINTING_SHARE = 0.4

/**
 * Stems of English words by which questions and links point at documentation: "see the guide on caching", "docs about
 * routing". In a documentation they are as rare as words of its matter, and would outweigh them. They still count,
 * because sites have a guide and a reference of the same matter.
 */
const POINTING_STEMS: ReadonlySet<string> = new Set(
  'articl doc document guid here learn more page read refer section see'.split(' '),
)

/** Those of the terms that only point; none when the query has no others. */
export function pointingTerms(terms: readonly string[], language: string): ReadonlySet<string> {
  if (language !== 'en') return new Set()
  const pointing = new Set(terms.filter((term) => POINTING_STEMS.has(term)))
  return terms.some((term) => !pointing.has(term)) ? pointing : new Set()
}
