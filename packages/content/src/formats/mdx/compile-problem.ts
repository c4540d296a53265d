import type { Problem } from '../../paths/problem.ts'
import type { ScannedPage } from '../markdown/scan/scan-page.ts'
import type { MdxParser } from './mdx-parser.ts'

// micromark takes quadratic time in each of these; within the limits the worst page takes about three seconds, and
// real pages stay far below them.
const LONGEST = 300_000
const MOST_MARKS = 30_000
const MOST_NESTED_ITEMS = 1_500
const MARK = /[*_[\]<{|`]|^[ \t]*(?:[-+]|\d{1,9}[.)])[ \t]/gm
const CONTAINER = '[ \\t]*(?:>|[-+*][ \\t]|\\d{1,9}[.)][ \\t])'
const NESTED_ITEM = new RegExp(`^(?:${CONTAINER}){2}`, 'gm')
const DEEP_LINE = new RegExp(`^(?:${CONTAINER}){25}`, 'm')

let parser: MdxParser | undefined

/**
 * The first place where a page is not valid MDX, as remark and acorn see it. A page that would take too long is only
 * scanned, and a warning says so. Undefined when the page is valid, or is not MDX.
 */
export async function compileProblem(page: ScannedPage): Promise<Problem | undefined> {
  if (!page.mdx || page.truncated) return undefined
  const { file } = page
  if (tooCostly(page.source)) {
    const message =
      'The page is too large or too deeply nested for its MDX to be checked in full. Split it into several.'
    return { file, line: 1, column: 1, rule: 'page-too-large', message, severity: 'warning' }
  }
  // Imported and made when first needed, and kept: remark with acorn is half of what a server would load at its start.
  parser ??= (await import('./mdx-parser.ts')).createMdxParser()
  try {
    parser.parse(withoutHeadingIds(page))
    return undefined
  } catch (error) {
    return { file, ...placeAndMessage(error), rule: 'mdx-invalid', severity: 'error' }
  }
}

function tooCostly(source: string): boolean {
  if (source.length > LONGEST || DEEP_LINE.test(source)) return true
  return exceeds(source, MARK, MOST_MARKS) || exceeds(source, NESTED_ITEM, MOST_NESTED_ITEMS)
}

function exceeds(source: string, pattern: RegExp, most: number): boolean {
  let count = 0
  for (const _match of source.matchAll(pattern)) {
    count += 1
    if (count > most) return true
  }
  return false
}

/** `{#id}` after a heading is no MDX expression; sites take it off before they compile. Lengths stay the same. */
function withoutHeadingIds(page: ScannedPage): string {
  let text = ''
  let at = 0
  for (const block of page.blocks) {
    if (block.kind !== 'heading' || block.explicitId === undefined || block.textEnd < at) continue
    const end = page.source.indexOf('\n', block.textEnd)
    const last = end < 0 ? block.end : Math.min(end, block.end)
    text += page.source.slice(at, block.textEnd) + ' '.repeat(last - block.textEnd)
    at = last
  }
  return text + page.source.slice(at)
}

function placeAndMessage(error: unknown): { line: number; column: number; message: string } {
  const reason = hasText(error, 'reason')
    ? error.reason
    : error instanceof Error
      ? error.message
      : String(error)
  const line = hasNumber(error, 'line') ? error.line : 1
  const column = hasNumber(error, 'column') ? error.column : 1
  return { line, column, message: `The page is not valid MDX: ${reason.replace(/\.$/, '')}.` }
}

function hasText<K extends string>(value: unknown, key: K): value is Record<K, string> {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, key) === 'string'
}

function hasNumber<K extends string>(value: unknown, key: K): value is Record<K, number> {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, key) === 'number'
}
