import { type GuardStep, MAX_HELD, verbatim } from './guard-step.ts'
import type { LineState } from './line-state.ts'

/**
 * Code within a line, which passes as it is when every renderer sees it: it ends on its line, no backtick is open before
 * it, and no cell of a table ends in it. A run of backticks that opens nothing passes as text, and what follows in its
 * paragraph is guarded as text.
 */
export function guardCode(input: string, line: LineState, final: boolean): GuardStep | undefined {
  const [mark = '`'] = input
  const run = runAt(input, 0)
  const isCut = run === input.length && !final && run < MAX_HELD
  if (isCut && (mark === '`' || (!line.hasText && run < 3))) return undefined
  if (!line.hasText && run >= 3 && line.escapesFence) return { length: run, text: `\\${mark}`.repeat(run) }
  if (mark === '~') return verbatim(input, run)
  if (!line.trustsCode) return open(input, run, line)
  const newline = input.indexOf('\n')
  const rest = input.slice(0, Math.min(newline === -1 ? input.length : newline, MAX_HELD))
  for (let at = rest.indexOf('`', run); at !== -1; ) {
    const length = runAt(rest, at)
    if (at + length === input.length && !final) return undefined
    if (length === run) return span(input, at + length, run, line)
    at = rest.indexOf('`', at + length)
  }
  if (newline === -1 && !final && input.length < MAX_HELD) return undefined
  return open(input, run, line)
}

function span(input: string, length: number, run: number, line: LineState): GuardStep {
  const code = input.slice(run, length - run)
  // marked may see the end of an open link in it.
  if (line.brackets.length > 0 && code.includes('](')) return open(input, run, line)
  // marked pairs the backticks of a link's text one by one.
  if (code.includes('`')) for (const bracket of line.brackets) bracket.isUnsure = true
  if (code.includes('|')) {
    if (line.inTable) {
      line.hasBrokenCell = true
      return open(input, run, line, false)
    }
    for (const bracket of line.brackets) bracket.isUnsure = true
    if (/[\]<:@.&]|www/i.test(code)) line.isRiskyHead = true
  }
  return verbatim(input, length)
}

function open(input: string, run: number, line: LineState, inParagraph = true): GuardStep {
  for (const bracket of line.brackets) bracket.isUnsure = true
  if (inParagraph) line.hasOpenTick = true
  return verbatim(input, run)
}

function runAt(text: string, at: number): number {
  let end = at
  while (text[end] === text[at] && end - at < MAX_HELD) end++
  return end - at
}
