/**
 * A light English stemmer: plural, -ing, -ed, -ly and a few endings of nouns. It only has to bring the words of a
 * question and of a page together, so it never needs to give a real word. Other languages pass unchanged.
 */
export function stem(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word
  let stemmed = word
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
