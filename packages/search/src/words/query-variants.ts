import type { RetrievalQuery } from '@docent/core/plugin'
import type { Analyzer, CompoundName } from './analyzer.ts'
import { detectLanguage } from './detect-language.ts'
import { exampleTerms } from './example-terms.ts'
import { languageCode } from './language-code.ts'

/** One way to read a query. A passage counts by the reading that fits it best. */
export interface QueryVariant {
  readonly terms: readonly string[]
  /** What a match is worth beside one of the query as it was meant, 0 to 1. */
  readonly share: number
  /** ISO 639-1 code of the language it was analysed in. */
  readonly language: string
  /** Terms that are data of an example, and count less (see example-terms.ts). */
  readonly examples?: ReadonlySet<string>
  /** Its identifiers of several parts. */
  readonly compounds?: readonly CompoundName[]
}

/** A longer query is a pasted text: its first words say enough. */
const MOST_TERMS = 64
const MOST_LANGUAGES = 3
const MOST_VARIANTS = 8
const OTHER_LANGUAGE_SHARE = 0.97
const SYNONYM_SHARE = 0.9

/**
 * The readings of a query: in the language that its filter names, or that it is written in, or in each of the index's
 * most frequent languages when that cannot be told; and each with words of the project replaced by their synonyms.
 *
 * @param languages ISO 639-1 codes in the index, the most frequent first
 */
export function queryVariants(
  query: Pick<RetrievalQuery, 'text' | 'filter' | 'synonyms'>,
  languages: readonly string[],
  analyzer: Analyzer,
): QueryVariant[] {
  const variants: QueryVariant[] = []
  const add = (terms: readonly string[], share: number, language: string) => {
    const key = terms.join(' ')
    if (terms.length === 0 || variants.length >= MOST_VARIANTS) return
    if (variants.every((known) => known.terms.join(' ') !== key)) {
      const examples = exampleTerms(query.text, terms, analyzer, language)
      const compounds = analyzer.compounds(query.text, language)
      variants.push({
        terms,
        share,
        language,
        ...(examples.size > 0 && { examples }),
        ...(compounds.length > 0 && { compounds }),
      })
    }
  }
  for (const [place, language] of languagesOf(query, languages).entries()) {
    const terms = analyzer.terms(query.text, language).slice(0, MOST_TERMS)
    add(terms, place === 0 ? 1 : OTHER_LANGUAGE_SHARE, language)
  }
  for (const { language, share } of [...variants]) {
    const sets = (query.synonyms ?? []).map((words) => words.map((word) => analyzer.terms(word, language)))
    const terms = analyzer.terms(query.text, language).slice(0, MOST_TERMS)
    for (const replaced of replacements(terms, sets)) add(replaced, share * SYNONYM_SHARE, language)
  }
  return variants
}

/** Whether a reading asks for nothing but identifiers of several parts: then the whole is what is looked for. */
export function isNameAlone({ terms, compounds = [] }: Pick<QueryVariant, 'terms' | 'compounds'>): boolean {
  const named = new Set(compounds.flatMap(({ whole, parts }) => [whole, ...parts]))
  return terms.every((term) => named.has(term))
}

function languagesOf({ text, filter }: Pick<RetrievalQuery, 'text' | 'filter'>, present: readonly string[]) {
  // Pages that name no language pass every filter, in whichever they are written.
  if (filter?.language !== undefined)
    return [...new Set([languageCode(filter.language), ...present.slice(0, 1)])]
  const detected = detectLanguage(text, present)
  if (detected !== undefined) return [detected]
  return present.length === 0 ? ['en'] : present.slice(0, MOST_LANGUAGES)
}

/** The terms with one set's wording replaced by each other of the set; the longest wording that occurs is replaced. */
function* replacements(
  terms: readonly string[],
  sets: readonly (readonly string[][])[],
): Generator<readonly string[]> {
  for (const set of sets) {
    const found = set
      .filter((wording) => wording.length > 0)
      .map((wording) => ({ wording, at: indexOf(terms, wording) }))
      .filter(({ at }) => at >= 0)
      .sort((first, second) => second.wording.length - first.wording.length)[0]
    if (found === undefined) continue
    const { wording, at } = found
    for (const other of set) {
      if (other === wording || other.length === 0) continue
      yield [...terms.slice(0, at), ...other, ...terms.slice(at + wording.length)]
    }
  }
}

function indexOf(terms: readonly string[], wanted: readonly string[]): number {
  return terms.findIndex((_, at) => wanted.every((term, offset) => terms[at + offset] === term))
}
