/**
 * `JSON.stringify`, but always a value that the clients and any strict parser take.
 *
 * - `undefined` becomes `null`: the protocols demand a value where they name a key.
 * - A lone surrogate becomes U+FFFD: JavaScript reads the `\ud83d` that `JSON.stringify` makes of it, strict
 *   parsers elsewhere refuse it. Text cut by length, such as a search result's excerpt, can hold one.
 * - The keys `__proto__` and `constructor.prototype` are left out: AI SDK clients refuse a chunk that has them,
 *   and with it the whole answer, and what a model passes to a tool is any JSON.
 */
export function writeJson(value: unknown): string {
  const json = JSON.stringify(value) ?? 'null'
  const isSuspect = json.includes('"__proto__"') || json.includes('"prototype"')
  return wellFormed(isSuspect ? JSON.stringify(value, withoutPrototypeKeys) : json)
}

/** `writeJson` for a string: the hot path of an answer. */
export function writeJsonString(text: string): string {
  return wellFormed(JSON.stringify(text))
}

/** Whole pairs are never escaped, so a match is rare and the scan is all that usual text pays. */
function wellFormed(json: string): string {
  return json.includes('\\ud') ? json.replace(ESCAPED_BACKSLASH_OR_SURROGATE, replaceSurrogate) : json
}

/** An escaped backslash is matched too, so that the text `\ud83d` (a backslash and letters) is left alone. */
const ESCAPED_BACKSLASH_OR_SURROGATE = /\\(?:\\|ud[89a-f][0-9a-f]{2})/g

function replaceSurrogate(match: string): string {
  return match === '\\\\' ? match : '\ufffd'
}

function withoutPrototypeKeys(key: string, value: unknown): unknown {
  if (key === '__proto__') return undefined
  const isRefused =
    key === 'constructor' && typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype')
  return isRefused ? undefined : value
}
