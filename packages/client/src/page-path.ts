/** Most letters of a path that the server takes. */
const MAX_LETTERS = 200

/**
 * The path of a page as the server takes it: one that is longer than 200 letters is cut. The letters count, not how an
 * address writes them, so a path in Japanese may be as long as one in English.
 *
 * @param path such as `location.pathname`, with or without percent-encoding.
 */
export function pagePath(path: string): string {
  const letters = [...decoded(path)]
  return letters.length <= MAX_LETTERS ? path : letters.slice(0, MAX_LETTERS).join('')
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch (error) {
    // A stray % is a character of the path as any other.
    if (error instanceof URIError) return path
    throw error
  }
}
