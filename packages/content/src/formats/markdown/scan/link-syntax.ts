const BARE_URL = /(?:https?:\/\/|www\.)[^\s<]+/y
/** Ends at the bracket: reading on from each of many addresses would take quadratic time. */
const URL_IN_BRACKETS = /(?:https?:\/\/|www\.)[^\s<\]]+/y
const LONGEST_TITLE = 1_000
const DEEPEST_PARENTHESES = 32

/** What follows a link's text: offsets of the raw target, and just past `)`. */
export interface LinkResource {
  targetStart: number
  targetEnd: number
  end: number
}

/** Reads `target "title")` from just past the `(`; undefined when it is not that (CommonMark 0.31, section 6.3). */
export function scanResource(source: string, from: number, end: number): LinkResource | undefined {
  let at = skipSpace(source, from, end)
  const target = source[at] === '<' ? angledTarget(source, at, end) : plainTarget(source, at, end)
  if (target === undefined) return undefined
  at = skipSpace(source, target.next, end)
  const quote = source[at]
  if (at > target.targetEnd && (quote === '"' || quote === "'" || quote === '(')) {
    at = skipSpace(source, titleEnd(source, at + 1, end, quote === '(' ? ')' : quote), end)
  }
  if (at >= end || source[at] !== ')') return undefined
  return { targetStart: target.targetStart, targetEnd: target.targetEnd, end: at + 1 }
}

/**
 * End of the bare URL at `at` (GFM 6.9): trailing punctuation and unbalanced parentheses are not part of it, nor, in
 * brackets that may become a link, is `]`.
 */
export function bareUrlEnd(source: string, at: number, end: number, inBrackets: boolean): number {
  const pattern = inBrackets ? URL_IN_BRACKETS : BARE_URL
  pattern.lastIndex = at
  const url = pattern.exec(source)?.[0] ?? ''
  let close = Math.min(end, at + url.length)
  let unclosed = 0
  for (let index = at; index < close; index += 1) {
    if (source[index] === '(') unclosed += 1
    else if (source[index] === ')') unclosed -= 1
  }
  for (; close > at; close -= 1) {
    const last = source[close - 1] ?? ''
    if (last === ')' && unclosed < 0) unclosed += 1
    else if (!/[?!.,:*_~'"`;]/.test(last)) break
  }
  return close
}

function angledTarget(source: string, start: number, end: number) {
  let at = start + 1
  for (; at < end && source[at] !== '>'; at += source[at] === '\\' ? 2 : 1) {
    if (source[at] === '\n' || source[at] === '<') return undefined
  }
  return { targetStart: start + 1, targetEnd: at, next: at + 1 }
}

function plainTarget(source: string, start: number, end: number) {
  let at = start
  let depth = 0
  for (; at < end; at += 1) {
    const char = source.charCodeAt(at)
    if (char <= 32) break
    if (char === 92) at += 1
    else if (char === 40) {
      depth += 1
      if (depth > DEEPEST_PARENTHESES) return undefined
    } else if (char === 41) {
      if (depth === 0) break
      depth -= 1
    }
  }
  return depth > 0 ? undefined : { targetStart: start, targetEnd: at, next: at }
}

function titleEnd(source: string, from: number, end: number, quote: string): number {
  const limit = Math.min(end, from + LONGEST_TITLE)
  for (let at = from; at < limit; at += 1) {
    if (source[at] === '\\') at += 1
    else if (source[at] === quote) return at + 1
  }
  return end
}

function skipSpace(source: string, from: number, end: number): number {
  let at = from
  while (at < end && source.charCodeAt(at) <= 32) at += 1
  return at
}
