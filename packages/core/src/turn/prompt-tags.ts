/**
 * Tags that Docent writes into prompts, messages and tool results. Programs read the tags and their attributes; the
 * sentences around them are for models and may change at any time.
 */
export const PROMPT_TAGS = {
  /** In the system prompt of the agent: `path` is the documentation folder, '' for the repository root. */
  documentation: 'docent-documentation',
  /** Around what the checks say of the changes. */
  checks: 'docent-checks',
  /** Around what a merge with a branch that moved came to. */
  conflict: 'docent-conflict',
  /** A file with conflict markers, by its `path`. */
  file: 'docent-file',
  /** A problem of a check: `file`, `line` and `message`. */
  problem: 'docent-problem',
  /** A name that occurs nowhere: `file`, `line`, `name`, and `nearest` where there is a real one. */
  name: 'docent-name',
  /** Around a sentence between lines of data. */
  note: 'docent-note',
  /** The file has more lines: `start_line` of the next part. */
  more: 'docent-more',
  /** Around the passages that a question is answered from. */
  passages: 'passages',
} as const

/** A tag without content. */
export function emptyTag(name: string, attributes: Readonly<Record<string, string | number>>): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(String(value))}"`)
  return `<${name}${written.join('')} />`
}

/** A sentence among lines of data. */
export function noteTag(text: string): string {
  return `<${PROMPT_TAGS.note}>${text}</${PROMPT_TAGS.note}>`
}

/** The attributes of every tag of a name that `emptyTag` wrote, in order. */
export function readEmptyTags(text: string, name: string): Record<string, string>[] {
  const tags = text.matchAll(new RegExp(`<${name}((?: [\\w-]+="[^"]*")*) />`, 'g'))
  return [...tags].map(([, attributes = '']) =>
    Object.fromEntries(
      [...attributes.matchAll(/ ([\w-]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [
        key,
        unescaped(value),
      ]),
    ),
  )
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\n', '&#10;')
}

function unescaped(text: string): string {
  return text
    .replaceAll('&#10;', '\n')
    .replaceAll('&gt;', '>')
    .replaceAll('&lt;', '<')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}
