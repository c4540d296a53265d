/** Fenced code blocks of a page, in order. @returns {{language: string, text: string}[]} */
export function blocksOf(markdown) {
  return [...markdown.matchAll(/^```(\w+)[^\n]*\n([\s\S]*?)^```$/gm)].map(([, language, text]) => ({
    language,
    text,
  }))
}
