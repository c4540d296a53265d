import { sourceLines } from '../dialects/source-lines.ts'
import { esmEnd } from '../scan/mdx-esm.ts'
import { newScanBudget } from '../scan/scan-tag.ts'
import { withExpressions } from './expressions.ts'

const MARKDOWN_IMPORT = /^import[ \t][^\n'"]{0,300}['"][^'"\n]{1,300}['"];?[ \t]*$/m
const MARKDOWN_EXPORT = /^export[ \t]+(?:const|let|function|default)\b/m
const COMPONENT = /<[A-Z]/
const CONSTANT =
  /^export\s+const\s+([A-Za-z_$][\w$]*)\s*(?::[^=\n]{0,200})?=\s*(?:"([^"\n]*)"|'([^'\n]*)'|`([^`$\n]*)`|(-?\d[\w.]*))\s*;?\s*$/gm
const PICTURE =
  /^import\s+([A-Za-z_$][\w$]*)\s+from\s+['"]([^'"\n]+\.(?:png|jpe?g|gif|webp|avif|ico|svg))['"];?\s*$/gim

/** Whether a Markdown file is written as MDX, as some generators read it. */
export function hasModuleCode(source: string): boolean {
  return COMPONENT.test(source) && (MARKDOWN_IMPORT.test(source) || MARKDOWN_EXPORT.test(source))
}

/**
 * A page of MDX without its imports and exports, which no reader sees. Names of texts and pictures that these declare
 * are replaced by what they stand for.
 */
export function withoutModuleCode(source: string): string {
  if (!/^(?:import|export)\b/m.test(source)) return source
  const values = new Map<string, string>()
  const budget = newScanBudget(source.length)
  let text = ''
  let at = 0
  for (const { start, isFirst } of statements(source)) {
    if (start < at || !isFirst) continue
    const end = esmEnd(source, start, budget)
    if (end === undefined) continue
    const code = source.slice(start, end)
    for (const [, name = '', ...written] of code.matchAll(CONSTANT))
      values.set(name, written.find((value) => value !== undefined) ?? '')
    for (const [, name = '', path = ''] of code.matchAll(PICTURE)) values.set(name, path)
    text += source.slice(at, start)
    at = end
  }
  if (at === 0) return source
  const rest = text + source.slice(at)
  return values.size === 0 ? rest : withExpressions(rest, (name) => values.get(name))
}

/** Lines that begin with `import` or `export` outside of code; the first ones of their blocks begin statements. */
function* statements(source: string): Generator<{ start: number; isFirst: boolean }> {
  const lines = source.split('\n')
  const kinds = sourceLines(source)
  // Shortcodes of Hugo take other lines, and are no MDX.
  if (kinds.length !== lines.length) return
  let start = 0
  let isFirst = true
  for (const [number, line] of lines.entries()) {
    const isCode = kinds[number]?.isCode ?? false
    if (!isCode && /^(?:import|export)\b/.test(line)) yield { start, isFirst }
    isFirst = isCode || line.trim() === ''
    start += line.length + 1
  }
}
