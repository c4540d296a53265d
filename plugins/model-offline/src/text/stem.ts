/** Past forms that no ending shows, behind their verb. */
const IRREGULAR: ReadonlyMap<string, string> = new Map(
  `begin began begun, bind bound, break broke broken, bring brought, build built, buy bought, choose chose chosen,
  draw drew drawn, drive drove driven, fall fell fallen, forget forgot forgotten, freeze froze frozen, grow grew grown,
  hide hid hidden, hold held, keep kept, leave left, lose lost, mean meant, pay paid, rise rose risen, sell sold,
  send sent, speak spoke spoken, spend spent, steal stole stolen, teach taught, throw threw thrown, wake woke woken,
  write wrote written`
    .split(/,\s+/)
    .flatMap((line) => {
      const [verb = '', ...forms] = line.split(' ')
      return forms.map((form) => [form, verb] as const)
    }),
)

/**
 * A light English stemmer: plural, -ing, -ed, -ly and a few endings of nouns. It only has to bring the words of a
 * question and of a page together, so it never needs to give a real word. Other languages pass unchanged.
 */
export function stem(word: string): string {
  // The protocol with TLS is not the plural of the one without.
  if (word.length < 4 || word === 'https' || !/^[a-z]+$/.test(word)) return word
  let stemmed = IRREGULAR.get(word) ?? word
  if (stemmed.endsWith('ies') && stemmed.length > 4) stemmed = `${stemmed.slice(0, -3)}y`
  else if (/(?:ss|x|z|ch|sh)es$/.test(stemmed)) stemmed = stemmed.slice(0, -2)
  else if (/[^sui]s$/.test(stemmed)) stemmed = stemmed.slice(0, -1)
  for (const ending of ['ations', 'ation', 'ating', 'ated', 'ates']) {
    if (stemmed.endsWith(ending) && stemmed.length - ending.length >= 4)
      return finish(stemmed.slice(0, -ending.length))
  }
  for (const ending of ['ing', 'edly', 'ed', 'ly', 'ment', 'ion']) {
    // `edition` has nothing to do with `edit`.
    if (ending === 'ion' && /[^u]ition$/.test(stemmed)) continue
    if (stemmed.endsWith(ending) && stemmed.length - ending.length >= 3) {
      stemmed = stemmed.slice(0, -ending.length)
      break
    }
  }
  return finish(stemmed)
}

/** `stopp` and `stop`, `configure` and `configur`, `deploy` and `deploi` become one. */
function finish(word: string): string {
  const undoubled = word.replace(/([bdfgmnprt])\1$/, '$1')
  const bare = undoubled.length > 4 ? undoubled.replace(/(?:ate|e)$/, '') : undoubled.replace(/e$/, '')
  // As a plural shows: `replies` and `reply`, but `keys` and `key`.
  return bare.replace(/([^aeiou])y$/, '$1i')
}
