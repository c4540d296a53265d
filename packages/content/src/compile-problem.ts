import remarkFrontmatter from 'remark-frontmatter'
import remarkGfm from 'remark-gfm'
import remarkMdx from 'remark-mdx'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import type { ScannedPage } from './scan-page.ts'

/** A full parse of more would block a worker for seconds. */
const LONGEST_COMPILE = 300_000
/** Nesting and bracket runs beyond this take micromark quadratic time and acorn its stack; no page has them. */
const MOST_MARKS_IN_ROW = 400

let processor: ReturnType<typeof makeProcessor> | undefined

/**
 * The first place where a page is not valid MDX, as remark and acorn see it; undefined when it is valid, is not MDX, or
 * is too large to be parsed in full.
 */
export function compileProblem(
  page: ScannedPage,
): { line: number; column: number; message: string } | undefined {
  if (!page.mdx || page.truncated || page.source.length > LONGEST_COMPILE) return undefined
  const nested = new RegExp(`(?:[[({<>*_!\`~-][ \\t]*){${MOST_MARKS_IN_ROW}}`).exec(page.source)
  if (nested !== null && !/^(?:(.)\1*|-[- ]*)$/.test(nested[0].slice(0, 80))) {
    return { ...page.lines.at(nested.index), message: 'Too many marks in a row to be checked.' }
  }
  // Made when first needed and kept: building one takes longer than a small page, and import must do nothing.
  processor ??= makeProcessor()
    .use(remarkParse)
    .use(remarkFrontmatter)
    .use(remarkGfm)
    .use(remarkMdx)
    .freeze() as Processor
  try {
    processor.parse(withoutHeadingIds(page))
    return undefined
  } catch (error) {
    return problemOf(error)
  }
}

function makeProcessor() {
  return unified().use(remarkParse).use(remarkFrontmatter).use(remarkGfm).use(remarkMdx).freeze()
}

/** `{#id}` after a heading is no MDX expression; sites take it off before they compile. Lengths stay the same. */
function withoutHeadingIds(page: ScannedPage): string {
  let text = ''
  let at = 0
  for (const block of page.blocks) {
    if (block.kind !== 'heading' || block.explicitId === undefined) continue
    const end = page.source.indexOf('\n', block.textEnd)
    const last = end < 0 ? block.end : Math.min(end, block.end)
    text += page.source.slice(at, block.textEnd) + ' '.repeat(last - block.textEnd)
    at = last
  }
  return text + page.source.slice(at)
}

function problemOf(error: unknown): { line: number; column: number; message: string } {
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
