/** What a word of a query counts that only says which kind of documentation is looked for. */
const KIND_SHARE = 0.4
/** The same for a word that says no more than that something is to be read. */
const READING_SHARE = 0.1

/**
 * Stems of English words by which questions and links point at documentation: "see the guide on caching", "learn more
 * about routing". In a documentation they are as rare as words of its matter, and would outweigh them. They still count,
 * because sites have a guide and a reference of the same matter.
 */
const POINTING_STEMS: ReadonlyMap<string, number> = new Map([
  ...'articl doc document guid page refer section'.split(' ').map((stem) => [stem, KIND_SHARE] as const),
  ...'here learn more read see'.split(' ').map((stem) => [stem, READING_SHARE] as const),
])

/** Those of the terms that only point, and what each counts; none when the query has no others. */
export function pointingTerms(terms: readonly string[], language: string): ReadonlyMap<string, number> {
  if (language !== 'en') return new Map()
  const pointing = new Map(
    terms.flatMap((term) => {
      const share = POINTING_STEMS.get(term)
      return share === undefined ? [] : [[term, share] as const]
    }),
  )
  return terms.some((term) => !pointing.has(term)) ? pointing : new Map()
}
