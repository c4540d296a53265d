/** Words with their inner joints: `docs.json`, `X-Session-Id`, `no_emit`. */
const WORD = /[\p{L}\p{N}]+(?:[._-][\p{L}\p{N}]+)*/gu
/** Where camelCase breaks: `useChat|Transport`, `HTTP|Server`. */
const CAMEL = /(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/
const JOINT = /[._-]/
/** Longer ones are keys, hashes and data. */
const LONGEST = 64
const ENDING = /(?:ing|ed|es|s)$/
const REMEMBERED = 200_000
/** Words of every text: they tell nothing of what it is about. */
const EVERYWHERE = new Set(
  'a an and are as at be but by can do does for from has have how if in into is it its not of on or so that the their them then there these this to use used using was we when which will with you your'.split(
    ' ',
  ),
)

const remembered = new Map<string, readonly string[]>()

/**
 * A name without its joints and its case, so that `no_emit`, `noEmit`, `NO_EMIT`, and `--no-emit` are one. '' where
 * nothing is left.
 */
export function keyOf(name: string): string {
  return name.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase()
}

/** The words of a text as terms, in their order; a name of several parts gives its parts and its key. */
export function termsOf(text: string): string[] {
  const terms: string[] = []
  for (const word of text.match(WORD) ?? []) {
    if (word.length > LONGEST) continue
    for (const term of termsOfWord(word)) terms.push(term)
  }
  return terms
}

function termsOfWord(word: string): readonly string[] {
  const known = remembered.get(word)
  if (known !== undefined) return known
  const parts = word.split(JOINT).flatMap((part) => part.split(CAMEL))
  const stems = parts.map((part) => stemOf(part.toLowerCase())).filter((part) => !EVERYWHERE.has(part))
  const terms = parts.length > 1 ? [...stems, keyOf(word)] : stems
  if (remembered.size >= REMEMBERED) remembered.clear()
  // A copy: a part of a text would keep the whole text in memory.
  remembered.set(Buffer.from(word).toString(), terms)
  return terms
}

function stemOf(word: string): string {
  return word.length > 4 ? word.replace(ENDING, '') : word
}
