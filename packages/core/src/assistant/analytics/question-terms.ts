/** Words that say nothing about what a question is about. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about after again all also am an and any are as at be because been before being but by can cannot could did do does
  doing don for from get give had has have having how i if in into is it its itself just like make me more most my need no
  not of on once only or other our out over own please possible same set should show so some such tell than that the their
  them then there these they this those to too under up use using very want was way we were what when where which while who
  whom why will with work would you your`.split(/\s+/),
)

/** Locale-free: the same question has the same terms on every machine. */
const words = new Intl.Segmenter('en', { granularity: 'word' })

/**
 * What a question is about: its words without endings (sorted), each with the word as it was first written. A question
 * of nothing but stop words is about all of them.
 *
 * @example
 * [...questionTerms('How do I revoke API keys?')] // [['api', 'api'], ['key', 'keys'], ['revok', 'revoke']]
 */
export function questionTerms(question: string): ReadonlyMap<string, string> {
  const all = questionWords(question)
  const meaningful = all.filter((word) => !STOP_WORDS.has(word))
  const terms = new Map<string, string>()
  for (const word of meaningful.length > 0 ? meaningful : all) {
    const term = stem(word)
    if (!terms.has(term)) terms.set(term, word)
  }
  return new Map([...terms].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Its words in small letters, as they stand. */
export function questionWords(question: string): string[] {
  return [...words.segment(question.normalize('NFKC').toLowerCase())]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment.replace(/'s?$/, ''))
}

/** False for a question of nothing but stop words, such as "How to do it?". */
export function hasTopic(question: string): boolean {
  return questionWords(question).some((word) => !STOP_WORDS.has(word))
}

/** Without the commonest English endings: what is left needs to be the same, not to be a word. */
function stem(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word
  const bare = word.replace(/(?:ing|ed|es|s)$/, '').replace(/e$/, '')
  return bare.length < 3 ? word : bare
}
