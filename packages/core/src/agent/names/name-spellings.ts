import type { FoundName } from '@docent/content'

/** Shorter pieces stand in every file. */
const SHORTEST = 3

/** What source code may write for a name that people write otherwise: where a flag is defined it has no dashes. */
export function spellingsOf({ kind, text, keys }: Pick<FoundName, 'kind' | 'text' | 'keys'>): string[] {
  if (kind !== 'flag' || !text.startsWith('--')) return [...keys]
  const bare = text.slice(2).replace(/^no-/, '')
  const words = bare.split('-')
  if (words.length < 2) return bare.length < SHORTEST ? [...keys] : [...keys, bare]
  const camel = words.map((word, at) => (at === 0 ? word : capital(word))).join('')
  return [...keys, bare, words.join('_'), camel, words.map(capital).join('')]
}

/**
 * Pieces that prove a name together when one file has them. The middle of a flag such as `--entryPoints.web.http.maxBytes`
 * is the reader's own.
 */
export function partsOf({
  kind,
  text,
  parts = [],
}: Pick<FoundName, 'kind' | 'text' | 'parts'>): readonly string[] {
  if (parts.length > 0 || kind !== 'flag') return parts
  const segments = text.replace(/^--?/, '').split('.')
  return segments.length < 3 ? [] : segments.slice(-2)
}

/** A line with the name has at least one of these texts. */
export function literalsOf(name: Pick<FoundName, 'kind' | 'text' | 'keys' | 'parts'>): string[] {
  const literals = new Set<string>()
  for (const spelling of [...spellingsOf(name), ...partsOf(name)]) {
    const literal = longestPiece(spelling.replace(/^[A-Z]+ (?=\/)/, '').replace(/^--(?:no-)?/, ''))
    if (literal.length >= SHORTEST) literals.add(literal)
  }
  // A longer one is found with a shorter one that it holds.
  const all = [...literals]
  return all.filter((one) => !all.some((other) => other !== one && one.includes(other)))
}

/** Placeholders of a path are written in many ways. */
function longestPiece(text: string): string {
  return text.split('*').reduce((longest, piece) => (piece.length > longest.length ? piece : longest), '')
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
