import { inlineCode } from '../../domain/inline-code.ts'
import type { UnconfirmedName } from '../../domain/unconfirmed-name.ts'
import { describeName } from '../names/describe-names.ts'
import { neutralize } from './neutralize.ts'

const OPEN = '<!-- docent-not-confirmed -->'
const CLOSE = '<!-- /docent-not-confirmed -->'
const HEADING = '### Not confirmed'
const INTRODUCTION =
  'These names occur nowhere in the repository, in what was asked or in what the agent read. Check them before you merge:'
/** Names that are listed. */
const MOST_NAMES = 30

/**
 * The part of a pull request that lists names without a proof, between marks, so that a later run can renew it. Lines
 * that people wrote between the marks stay.
 *
 * @param people lines of people
 */
export function namesBlock(names: readonly UnconfirmedName[], people: readonly string[] = []): string {
  if (names.length === 0 && people.length === 0) return ''
  const lines = names.length === 0 ? [] : [INTRODUCTION, '', ...nameLines(names)]
  return [OPEN, HEADING, ...lines, ...(people.length > 0 ? ['', ...people] : []), CLOSE].join('\n')
}

/** The body with its block renewed; undefined when it has none. @param before what the last block listed */
export function renewedBlock(
  body: string,
  before: readonly UnconfirmedName[],
  names: readonly UnconfirmedName[],
): string | undefined {
  const [start, end] = blockIn(body)
  if (end < 0) return undefined
  const block = body.slice(start, end)
  const own = new Set([OPEN, CLOSE, HEADING, INTRODUCTION, ...nameLines(before), ...nameLines(names), ''])
  const people = block.split(/\r?\n/).filter((line) => !own.has(line.trim()))
  const renewed = namesBlock(names, people)
  return (
    body.slice(0, start).replace(/(?<!\n)\n+$/, '') +
    (renewed === '' ? '' : `\n\n${renewed}`) +
    body.slice(end)
  )
}

/** If a text was cut in the middle of its block, the block is removed, because one without an end is never renewed. */
export function withoutHalfBlock(text: string): string {
  const start = text.lastIndexOf(OPEN)
  return start !== -1 && !text.includes(CLOSE, start) ? text.slice(0, start) : text
}

function nameLines(names: readonly UnconfirmedName[]): string[] {
  const lines = names
    .slice(0, MOST_NAMES)
    .map((name) => neutralize(`- ${inlineCode(name.text)}: ${describeName(name, inlineCode)}`))
  if (names.length > MOST_NAMES) lines.push(`- … and ${names.length - MOST_NAMES} more`)
  return lines
}

/** Where the first block begins and ends; the end is negative without one. */
function blockIn(body: string): [start: number, end: number] {
  const start = body.indexOf(OPEN)
  const close = start < 0 ? -1 : body.indexOf(CLOSE, start)
  return [start, close < 0 ? -1 : close + CLOSE.length]
}
