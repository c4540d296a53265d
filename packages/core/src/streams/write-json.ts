/**
 * `JSON.stringify`, but always a value that every JSON parser and every UTF-8 encoder takes.
 *
 * `undefined` becomes `null`: the protocols demand a value where they name a key. A lone surrogate becomes
 * U+FFFD: JavaScript reads the `\ud83d` that `JSON.stringify` makes of it, strict parsers elsewhere refuse it.
 * Text cut by length, such as a search result's excerpt, can hold one.
 */
export function writeJson(value: unknown): string {
  const json = JSON.stringify(value) ?? 'null'
  // Whole pairs are never escaped, so this is rare and the scan is all that usual text pays.
  return json.includes('\\ud') ? json.replace(ESCAPED_BACKSLASH_OR_SURROGATE, replaceSurrogate) : json
}

/** An escaped backslash is matched too, so that the text `\ud83d` (a backslash and letters) is left alone. */
const ESCAPED_BACKSLASH_OR_SURROGATE = /\\(?:\\|ud[89a-f][0-9a-f]{2})/g

function replaceSurrogate(match: string): string {
  return match === '\\\\' ? match : '\ufffd'
}
