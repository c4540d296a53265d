/**
 * `$…$` as Pandoc has it (no space inside of the dollars, no digit behind them), `$$…$$`, `\\(…\\)`, and `\\[…\\]` within a
 * line. Each stops at the next mark of its kind, so that a line is read once.
 */
export const FORMULA =
  /\$\$[^$\n]+\$\$|(?<![\\$\w])\$(?![\s$])[^$\n]*(?<![\s\\])\$(?![\w$])|\\\((?:[^\n\\]|\\(?![()]))*\\\)|\\\[(?:[^\n\\]|\\(?![[\]]))*\\\]/g

/** Changes what stands outside of formulas. @param change is given a text, and whether it is the first */
export function outsideFormulas(text: string, change: (part: string, isFirst: boolean) => string): string {
  if (!/[$\\]/.test(text)) return change(text, true)
  let result = ''
  let at = 0
  for (const { 0: formula, index } of text.matchAll(FORMULA)) {
    result += change(text.slice(at, index), at === 0) + formula
    at = index + formula.length
  }
  return result + change(text.slice(at), at === 0)
}
