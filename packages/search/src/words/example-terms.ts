import type { Analyzer } from './analyzer.ts'

/** What a word of a query counts that is data of the asker's own. */
export const EXAMPLE_SHARE = 0.4

/** What stands between quotes, straight or curly, but not an apostrophe. */
const QUOTED =
  /(?<![\p{L}\p{N}])(?:'[^'\n]{1,300}'|"[^"\n]{1,300}"|“[^”\n]{1,300}”|‘[^’\n]{1,300}’)(?![\p{L}\p{N}])/gu
const NUMBER = /^\d+$/

/**
 * Those of the query's terms that are data in an example: "divide list `l` by 5 and join with '-'". No documentation has
 * them on the page that answers, so the few pages that do would win by their rarity: numbers, single letters and what is
 * quoted. They still count, because some are meant ("error 404"). A part of a name is none: `3D` is neither `3` nor `D`.
 * None when the query has no other terms.
 */
export function exampleTerms(
  text: string,
  terms: readonly string[],
  analyzer: Analyzer,
  language: string,
): ReadonlySet<string> {
  const examples = new Set(terms.filter((term) => NUMBER.test(term) || term.length === 1))
  for (const { whole, parts } of analyzer.compounds(text, language))
    if (!NUMBER.test(whole)) for (const part of parts) examples.delete(part)
  const quoted = text.match(QUOTED)
  if (quoted !== null) {
    const outside = new Set(analyzer.terms(text.replace(QUOTED, ' '), language))
    for (const term of analyzer.terms(quoted.join('\n'), language)) if (!outside.has(term)) examples.add(term)
  }
  return terms.some((term) => !examples.has(term)) ? examples : new Set()
}
