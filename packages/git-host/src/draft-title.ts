/** How a host marks drafts by their titles. */
export interface DraftTitles {
  /** Makes a title one of a draft: `Draft: `. */
  prefix: string
  /** What makes a title one of a draft, from its beginning, with the blanks behind it. */
  pattern: RegExp
  /** Longest title that the host takes, in characters. */
  length: number
}

function plainTitle(title: string, { prefix, pattern }: DraftTitles): string {
  return (title.startsWith(prefix) ? title.slice(prefix.length) : title).replace(pattern, '')
}

/** The title to send: it alone decides whether a pull request is a draft. */
export function draftTitle(title: string, draft: boolean, rules: DraftTitles): string {
  return `${draft ? rules.prefix : ''}${plainTitle(title, rules)}`.slice(0, rules.length)
}

/** A title without what makes it one of a draft. */
export function readTitle(title: string, draft: boolean, rules: DraftTitles): string {
  return draft ? plainTitle(title, rules) : title
}
