import { dedent } from '../../page/include.ts'

type Options = Readonly<Record<string, string>>

const MOST_RANGES = 1_000

/** What the options of `literalinclude` and `include` choose of a text. */
export function selectedText(text: string, options: Options): string {
  let lines = text.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n')
  if (options.pyobject !== undefined) lines = pythonObject(lines, options.pyobject)
  const from = options['start-at'] ?? options['start-after']
  if (from !== undefined) {
    const at = lines.findIndex((line) => line.includes(from))
    if (at >= 0) lines = lines.slice(options['start-at'] === undefined ? at + 1 : at)
  }
  const until = options['end-at'] ?? options['end-before']
  if (until !== undefined) {
    const at = lines.findIndex((line) => line.includes(until))
    if (at >= 0) lines = lines.slice(0, options['end-at'] === undefined ? at : at + 1)
  }
  if (options.lines !== undefined) lines = byNumbers(lines, options.lines)
  if (options.dedent !== undefined) {
    const columns = Number.parseInt(options.dedent, 10)
    lines = Number.isNaN(columns) ? dedent(lines) : lines.map((line) => line.slice(columns))
  }
  const { prepend, append } = options
  return [
    ...(prepend === undefined ? [] : [prepend]),
    ...lines,
    ...(append === undefined ? [] : [append]),
  ].join('\n')
}

/** `start-line` and `end-line` of `include` count from 0, and `start-after` and `end-before` are texts within lines. */
export function includedText(text: string, options: Options): string {
  const { 'start-line': first, 'end-line': last, 'start-after': after, 'end-before': before } = options
  let chosen = text
  if (first !== undefined || last !== undefined)
    chosen = text
      .split('\n')
      .slice(numberOr(first, 0), last === undefined ? undefined : numberOr(last, 0))
      .join('\n')
  if (after !== undefined) {
    const at = chosen.indexOf(after)
    if (at >= 0) chosen = chosen.slice(at + after.length)
  }
  if (before !== undefined) {
    const at = chosen.indexOf(before)
    if (at >= 0) chosen = chosen.slice(0, at)
  }
  return chosen
}

function numberOr(written: string | undefined, other: number): number {
  const number = Number.parseInt(written ?? '', 10)
  return Number.isNaN(number) ? other : number
}

function byNumbers(lines: readonly string[], written: string): string[] {
  const ranges = written
    .split(',')
    .slice(0, MOST_RANGES)
    .map((range) => {
      const [from = '', to] = range.trim().split('-')
      const first = from === '' ? 1 : Number.parseInt(from, 10)
      return [
        first,
        to === undefined ? first : to.trim() === '' ? Number.POSITIVE_INFINITY : Number.parseInt(to, 10),
      ] as const
    })
  return lines.filter((_, at) => ranges.some(([first, last]) => first <= at + 1 && at + 1 <= last))
}

/** A class, function or method of a Python file, with its decorators. */
function pythonObject(lines: readonly string[], name: string): string[] {
  let start = 0
  let end = lines.length
  let indent = -1
  for (const part of name.split('.').slice(0, 10)) {
    const opening = new RegExp(`^(\\s*)(?:async\\s+)?(?:class|def)\\s+${part.replace(/\W/g, '')}\\b`)
    let at = start
    while (at < end && !(opening.test(lines[at] ?? '') && widthOf(lines[at] ?? '') > indent)) at += 1
    if (at >= end) return []
    indent = widthOf(lines[at] ?? '')
    let next = at + 1
    while (
      next < end &&
      (lines[next]?.trim() === '' ||
        widthOf(lines[next] ?? '') > indent ||
        /^\s*[)\]]/.test(lines[next] ?? ''))
    )
      next += 1
    while (at > start && /^\s*@/.test(lines[at - 1] ?? '')) at -= 1
    start = at
    end = next
  }
  const chosen = lines.slice(start, end)
  while (chosen.at(-1)?.trim() === '') chosen.pop()
  return chosen
}

function widthOf(line: string): number {
  return line.length - line.trimStart().length
}
