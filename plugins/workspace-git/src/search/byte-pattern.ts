import type { SearchRequest } from '@docent/core/plugin'

/** What stands for characters, of which one may have several bytes: `.` but for `.*` and `.+`, `[^…]`, classes, `\w`. */
const OF_CHARACTERS = /\\[a-z0-9<>'`]|\[\^|\[[:=.]|\.(?![*+])/i
const ESCAPED_SIGN = /\\[^a-z0-9<>'`]/gi

/**
 * True for a search that finds the same lines when text is taken as bytes: it needs no UTF-8, without which git's
 * regular expressions take 30 to 55 % less time.
 */
export function isBytePattern({ pattern, fixed, ignoreCase }: SearchRequest): boolean {
  // Some letters beyond ASCII are ASCII ones in another case.
  if (ignoreCase || !/^[\x20-\x7e]*$/.test(pattern)) return false
  return fixed === true || !OF_CHARACTERS.test(pattern.replace(ESCAPED_SIGN, '_'))
}
