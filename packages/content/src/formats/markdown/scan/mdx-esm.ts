import type { ScanBudget } from './scan-tag.ts'

const ESM =
  /import\s*(?:["'{*]|type\s|\w+\s*(?:,|\sfrom\s))|export\s+(?:default\b|const\b|let\b|var\b|async\b|function\b|class\b|type\b|interface\b|[{*])/y

/**
 * Start of the line after the `import` or `export` at `start`; undefined when there is none. The statement ends at the
 * first blank line at which its brackets are balanced, or at the first blank line if they never are.
 */
export function esmEnd(source: string, start: number, budget: ScanBudget): number | undefined {
  const char = source[start]
  if ((char !== 'i' && char !== 'e') || budget.left <= 0) return undefined
  ESM.lastIndex = start
  if (!ESM.test(source)) return undefined
  let firstBlank: number | undefined
  let balance = 0
  let at = start
  while (at < source.length) {
    const found = source.indexOf('\n', at)
    const end = found < 0 ? source.length : found
    const line = source.slice(at, end)
    if (line.trim() === '') {
      if (balance <= 0) return at
      firstBlank ??= at
    }
    for (const bracket of line.replace(/"[^"]*"|'[^']*'/g, '').matchAll(/[{}()[\]]/g)) {
      balance += '{(['.includes(bracket[0]) ? 1 : -1
    }
    at = end + 1
  }
  if (balance <= 0 || firstBlank === undefined) return source.length
  budget.left -= source.length - start
  return firstBlank
}
