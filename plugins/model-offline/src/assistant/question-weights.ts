import { EVERYDAY, type Question } from './read-question.ts'

/** Weight of all everyday words of a question together, for one of its others. */
const MOST_EVERYDAY = 0.4

/** A telling word that no section has counts for more, a name for most: it is what the question is about. */
const MISSING = 2
const MISSING_NAME = 4
const MISSING_EVERYDAY = 1.2
/** Weight of a verb in what is covered. */
const LOOSE = 0.6

/** The weights of the question, where words that nothing was found for count for more or for nothing. */
export function askedWeights(
  { weights, names, loose }: Question,
  sections: readonly { terms: ReadonlySet<string> }[],
): ReadonlyMap<string, number> {
  const isFound = (term: string) => sections.some((each) => each.terms.has(term))
  return new Map(
    [...weights].map(([term, weight]) => {
      if (weight < EVERYDAY || isFound(term)) return [term, weight] as const
      if (loose.has(term) && !names.has(term)) return [term, EVERYDAY * MISSING_EVERYDAY] as const
      const missing = weight < 1 ? MISSING_EVERYDAY : names.has(term) ? MISSING_NAME : MISSING
      return [term, weight * missing] as const
    }),
  )
}

/**
 * Without the name of the product: that it is there says nothing of whether the rest is answered. A verb counts for
 * less than a noun, since pages have others for it. However many everyday words a question has, the few others say what
 * it is about.
 */
export function tellingWeights(
  asked: ReadonlyMap<string, number>,
  { product, loose, names }: Question,
): ReadonlyMap<string, number> {
  const isLoose = (term: string): boolean => loose.has(term) && !names.has(term)
  const rest = [...asked].filter(([term]) => !product.has(term))
  const weight = (some: readonly (readonly [string, number])[]): number => sum(some.map(([, each]) => each))
  if (weight(rest) < 1) return asked
  const everyday = rest.filter(isEveryday)
  const others = rest
    .filter((each) => !isEveryday(each))
    .map(([term, each]) => [term, isLoose(term) ? Math.min(each, LOOSE) : each] as const)
  const scale = Math.min(1, (MOST_EVERYDAY * (weight(others) || 1)) / (weight(everyday) || 1))
  return new Map([...others, ...everyday.map(([term, each]) => [term, each * scale] as const)])
}

function isEveryday([, weight]: readonly [string, number]): boolean {
  return weight < 1 && weight >= EVERYDAY
}

/** Weights by which sections that were found for the same words still differ: a word that few of them have counts more. */
export function rarity(
  asked: ReadonlyMap<string, number>,
  sections: readonly { terms: ReadonlySet<string> }[],
): ReadonlyMap<string, number> {
  return new Map(
    [...asked].map(([term, weight]) => {
      const holding = sections.filter((each) => each.terms.has(term)).length
      // Nothing follows from a word that no section has.
      const counted = holding === 0 ? sections.length : holding
      return [term, weight * Math.log(1 + (sections.length + 1) / (counted + 0.5))] as const
    }),
  )
}

/** Words that most sections have, such as the name of the product. */
export function termsOfMost(sections: readonly { terms: ReadonlySet<string> }[]): ReadonlySet<string> {
  const counts = new Map<string, number>()
  for (const { terms } of sections) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  return new Set([...counts].filter(([, count]) => count > 0.6 * sections.length).map(([term]) => term))
}

export function share(has: ReadonlySet<string>, weights: ReadonlyMap<string, number>): number {
  const total = sum([...weights.values()])
  return total === 0 ? 0 : sum([...weights].map(([term, weight]) => (has.has(term) ? weight : 0))) / total
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
