/** A page to read next. */
export interface Suggestion {
  title: string
  path: string
}

const FENCE = '\n```suggestions\n'

/** Takes the block of suggestions off the end of an answer, also while it is still being written. */
export function splitSuggestions(answer: string): { text: string; suggestions: Suggestion[] } {
  const at = answer.lastIndexOf(FENCE)
  if (at < 0) return { text: answer, suggestions: [] }
  const block = answer.slice(at + FENCE.length)
  const suggestions = [...block.matchAll(/^\(([^()\n]*)\)\[([^[\]\n]*)\]$/gm)].map(
    ([, title = '', path = '']) => ({
      title,
      path,
    }),
  )
  return { text: answer.slice(0, at).trimEnd(), suggestions }
}
