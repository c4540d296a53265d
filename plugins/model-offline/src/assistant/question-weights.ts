import type { AskedWords } from './asked-words.ts'
import type { Question } from './read-question.ts'

/** Of a word of the product's name, which every page is about. */
const PRODUCT = 0.15
/** Of a verb or the number of an example: pages have others for it. */
const LOOSE = 0.6
/** How much more a telling word counts that no section has. */
const MISSING = 1.5

/** Of each word of the question, in the order of `AskedWords.terms`. */
export interface QuestionWeights {
  /** A word that few of the sections have weighs more: they were all found for the same words. */
  rare: readonly number[]
  /** A word that no section has weighs more: what it asks for is not there. */
  needed: readonly number[]
  /** A name that no section has. */
  lacksName: boolean
}

export function questionWeights(
  { weights, product, names, loose }: Question,
  { terms }: AskedWords,
  sections: readonly { said: number; meant: number }[],
): QuestionWeights {
  const isName = (term: string) => names.has(term) && !product.has(term)
  const isLoose = (term: string) => loose.has(term) && !names.has(term)
  const base = terms.map((term) => {
    const weight = weights.get(term) ?? 0
    if (product.has(term)) return Math.min(weight, 1) * PRODUCT
    return isLoose(term) ? weight * LOOSE : weight
  })
  const holding = terms.map((_, place) => {
    const bit = 1 << place
    const said = sections.filter((each) => (each.said & bit) !== 0).length
    return said > 0 ? said : sections.filter((each) => (each.meant & bit) !== 0).length
  })
  return {
    rare: base.map((weight, place) => {
      // Nothing follows from a word that no section has.
      const counted = holding[place] || sections.length
      return weight * Math.log(1 + (sections.length + 1) / (counted + 0.5))
    }),
    needed: base.map((weight, place) => {
      return (holding[place] ?? 0) > 0 || isLoose(terms[place] ?? '') ? weight : weight * MISSING
    }),
    lacksName: terms.some((term, place) => isName(term) && holding[place] === 0),
  }
}
