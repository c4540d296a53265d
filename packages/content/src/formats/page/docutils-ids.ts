/** Ids as Sphinx gives them to headings: https://docutils.sourceforge.io/docs/ref/rst/directives.html#identifier-normalization. */
export function identifierOf(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^\p{ASCII}]/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[-0-9]+|(?<!-)-+$/g, '')
}

/** Gives out the ids of one page: one that is taken is numbered as Sphinx numbers it. */
export class HeadingIds {
  readonly #taken = new Set<string>()
  #count = 0

  next(title: string): string {
    let id = identifierOf(title)
    while (id === '' || this.#taken.has(id)) id = `id${++this.#count}`
    this.#taken.add(id)
    return id
  }
}
