import { DocentError } from '../../errors/docent-error.ts'

/** What models write and POSIX extended expressions lack, by what follows the backslash: outside of brackets, and within. */
const CLASSES: Readonly<Record<string, readonly [string, string | undefined]>> = {
  d: ['[0-9]', '0-9'],
  D: ['[^0-9]', undefined],
  w: ['[A-Za-z0-9_]', 'A-Za-z0-9_'],
  W: ['[^A-Za-z0-9_]', undefined],
  s: ['[[:space:]]', '[:space:]'],
  S: ['[^[:space:]]', undefined],
  t: ['\t', '\t'],
}

/**
 * A regular expression as models write it, as a POSIX extended one that finds the same lines.
 *
 * @throws DocentError `invalid_request` that says why, for what POSIX has nothing for
 */
export function posixPattern(pattern: string): string {
  let out = ''
  let isInBrackets = false
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at] ?? ''
    const next = pattern[at + 1]
    if (char === '\\' && next !== undefined) {
      at++
      const [outside, within] = CLASSES[next] ?? []
      if (next === 'n' || next === 'r')
        throw refused('it looks for a line break, and lines are searched one by one')
      if (outside === undefined)
        out += isInBrackets && /[\]\\^-]/.test(next) ? escapedInBrackets(next) : char + next
      else if (!isInBrackets) out += outside
      else if (within !== undefined) out += within
      else throw refused(`\\${next} cannot stand in brackets`)
    } else if (isInBrackets) {
      // A class such as [:alpha:] ends at its own bracket.
      const named =
        char === '[' ? /^\[([:.=])[a-z-]{1,20}\1\]/.exec(pattern.slice(at, at + 26))?.[0] : undefined
      out += named ?? char
      at += (named?.length ?? 1) - 1
      if (char === ']' && named === undefined) isInBrackets = false
    } else if (char === '[') {
      isInBrackets = true
      const first = /^\[\^?\]?/.exec(pattern.slice(at, at + 3))?.[0] ?? '['
      out += first
      at += first.length - 1
    } else if (char === '(' && next === '?') {
      if (pattern[at + 2] !== ':') throw refused('it looks ahead, looks back, or names a group')
      out += '('
      at += 2
    } else if (char === '?' && /[*+?}]/.test(pattern[at - 1] ?? '') && pattern[at - 2] !== '\\') {
      // A lazy repeat finds the same lines.
    } else out += char
  }
  return out
}

/** In brackets, POSIX has no escapes: what is no range and no end stands for itself. */
function escapedInBrackets(char: string): string {
  if (char === '\\') return '\\\\'
  throw refused(`\\${char} cannot stand in brackets: put "]" first, "^" later, and "-" last`)
}

function refused(why: string): DocentError {
  return new DocentError(
    'invalid_request',
    `The pattern is no POSIX extended regular expression: ${why}. Write it otherwise, or set fixed to search for plain text.`,
  )
}
