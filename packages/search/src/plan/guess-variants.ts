import type { RetrievalQuery } from '@docent/core/plugin'
import type { IndexedPassage, SearchIndex } from '../index/search-index.ts'
import type { Analyzer, CompoundName } from '../words/analyzer.ts'
import { FIELDS, hashTerm } from '../words/passage-terms.ts'
import { isNameAlone, type QueryVariant, queryVariants } from '../words/query-variants.ts'
import { correctTerms } from './correct-terms.ts'

/** When the best passage reaches this, a word that nothing has is left as it is, unless it is a name or the last word. */
const MATCHES_WELL = 0.5
/** The same for a query that is a name alone: its parts match many passages, however it is misspelt. */
const NAME_MATCHES_WELL = 0.9
/** A guess never looks as sure as an exact match. */
const GUESS_SHARE = 0.7
/** Few names are as near to a misspelt one as words are to a word. */
const NAME_GUESS_SHARE = 0.9
/** More in one query are pasted and not typed. */
const MOST_NAMES = 3

const LETTERS_AND_DIGITS = /(?<![\p{L}\d])(?:\p{L}+\d+|\d+\p{L}+)(?![\p{L}\d])/gu
const BETWEEN = /(?<=\p{L})(?=\d)|(?<=\d)(?=\p{L})/gu
const WORD_AND_NUMBER = /(?<![\p{L}\d])(?:\p{L}+ \d+|\d+ \p{L}+)(?![\p{L}\d])/gu

export interface GuessRequest {
  readonly query: RetrievalQuery
  readonly analyzer: Analyzer
  readonly signal?: AbortSignal | undefined
}

/**
 * The queries that were meant, when a word is in no passage and without it nothing matches well. A name, and the last word,
 * which may still be typed, are guessed whatever else matches.
 */
export async function guessVariants(
  variants: readonly QueryVariant[],
  ranked: readonly { row: IndexedPassage; score: number }[],
  index: SearchIndex,
  { query, analyzer, signal }: GuessRequest,
): Promise<QueryVariant[]> {
  const isName = variants.every(isNameAlone)
  const { statistics } = index
  const isFound = (hash: number) =>
    ranked.some(({ row }) => FIELDS.some((field) => row.terms[field].includes(hash)))
  const isMissing = (term: string) => {
    const hash = hashTerm(term)
    // The statistics may be older than the newest edits: a word that was found is known.
    return ranked.length === 0 || (statistics.count(hash) === 0 && !isFound(hash))
  }
  const missing = [...new Set(variants.flatMap(({ terms }) => terms))].filter(isMissing)
  if (missing.length === 0) return []
  const names = variants.flatMap(({ terms, compounds = [] }) => [
    ...compounds.map(({ whole }) => whole),
    terms.at(-1),
  ])
  const matchesWell = (ranked[0]?.score ?? 0) >= (isName ? NAME_MATCHES_WELL : MATCHES_WELL)
  if (matchesWell && !missing.some((term) => names.includes(term))) return []
  const unknown = variants
    .flatMap(({ compounds = [] }) => compounds)
    .flatMap(({ whole, text }) => (missing.includes(whole) ? [text] : []))
  const respelt =
    (await respelling(query.text, unknown, index, signal)) ??
    withOtherJoints(query.text, missing, variants, analyzer)
  const asked =
    respelt === undefined ? variants : queryVariants({ ...query, text: respelt }, index.languages, analyzer)
  const left = new Set(asked.flatMap(({ terms }) => terms))
  const unmended = missing.filter((term) => left.has(term))
  const meant = await correctTerms(unmended, index, signal)
  const readings = Math.max(1, ...[...meant.values()].map(({ length }) => length))
  const share = isName ? NAME_GUESS_SHARE : GUESS_SHARE
  return asked
    .filter(({ terms }) => respelt !== undefined || terms.some((term) => meant.has(term)))
    .flatMap((variant) =>
      Array.from({ length: readings }, (_, at) => withMeant(variant, (term) => meantAt(meant.get(term), at))),
    )
    .map((variant) => ({ ...variant, share: variant.share * share }))
}

function meantAt(words: readonly string[] = [], at: number): string | undefined {
  return words[at] ?? words[0]
}

function withMeant(variant: QueryVariant, meant: (term: string) => string | undefined): QueryVariant {
  return {
    ...variant,
    terms: variant.terms.map((term) => meant(term) ?? term),
    compounds: (variant.compounds ?? []).map((name) => corrected(name, meant)),
  }
}

function corrected(name: CompoundName, meant: (term: string) => string | undefined): CompoundName {
  const { whole, parts } = name
  if ([whole, ...parts].every((term) => meant(term) === undefined)) return name
  return {
    ...name,
    whole: meant(whole) ?? whole,
    parts: parts.map((part) => meant(part) ?? part),
    spelling: '',
  }
}

/** `RFC9110` as `RFC 9110`, and the other way round: undefined where nothing of that is missing. */
function withOtherJoints(
  text: string,
  missing: readonly string[],
  [asked]: readonly QueryVariant[],
  analyzer: Analyzer,
): string | undefined {
  const isMissing = (word: string) =>
    analyzer.terms(word, asked?.language).every((term) => missing.includes(term))
  const respelt = text
    .replace(LETTERS_AND_DIGITS, (word) => (isMissing(word) ? word.replace(BETWEEN, ' ') : word))
    .replace(WORD_AND_NUMBER, (words) => (isMissing(words) ? words.replace(' ', '') : words))
  return respelt === text ? undefined : respelt
}

/** The query with the names of the documentation that its unknown names are nearest to; undefined when there are none. */
async function respelling(
  text: string,
  unknown: readonly string[],
  index: Pick<SearchIndex, 'names'>,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  const asked = [...new Set(unknown)].slice(0, MOST_NAMES)
  if (asked.length === 0) return undefined
  let respelt = text
  for (const [name, { nearest }] of await index.names(asked, signal === undefined ? {} : { signal }))
    if (nearest !== undefined) respelt = respelt.replaceAll(name, () => nearest)
  return respelt === text ? undefined : respelt
}
