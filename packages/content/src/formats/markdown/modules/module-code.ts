import { sourceLines } from '../dialects/parts/source-lines.ts'
import { esmEnd } from '../scan/mdx-esm.ts'
import { newScanBudget } from '../scan/scan-tag.ts'
import { withExpressions } from './expressions.ts'

const IMPORT_LINE = /^import[ \t][^\n]*$/gm
const IMPORT = /^import[ \t](?:[^'"]*[ \t])?(?:from[ \t]*)?['"][^'"]+['"](?:;|$)/
const EXPORT = /^export[ \t]+(?:const|let|function|default)\b/m
const COMPONENT = /<[A-Z]/
const CONSTANT =
  /^export\s+const\s+([A-Za-z_$][\w$]*)\s*(?::[^=]*)?=\s*(?:"([^"]*)"|'([^']*)'|`([^`$]*)`|(-?\d[\w.]*))\s*;?$/
/** An object in one line, and its values that are texts or numbers. */
const OBJECT = /^export\s+const\s+([A-Za-z_$][\w$]*)\s*(?::[^=]*)?=\s*\{([^{}]*)\}\s*;?$/
const MEMBER = /(?<![\w$])([A-Za-z_$][\w$]*)\s*:\s*(?:"([^"]*)"|'([^']*)'|(-?\d[\w.]*))/g
/** A text of several lines, which is all of its statement. */
const LONG_TEXT = /^export[ \t]+const[ \t]+([A-Za-z_$][\w$]*)[ \t]*=[ \t]*`([^`$\\]*)`;?$/
const IMPORTED = /^import\s+([A-Za-z_$][\w$]*)\s+from\s+['"]([^'"]+)['"];?$/
const PICTURE = /\.(?:png|jpe?g|gif|webp|avif|ico|svg)$/i
const LONGEST_LINE = 2_000
/** A blank line, or one that is a comment. */
const BETWEEN_BLOCKS = /^[ \t]*(?:<!--(?:(?!-->).)*-->[ \t]*|\{\/\*(?:(?!\*\/).)*\*\/\}[ \t]*)?$/

/** Whether a Markdown file is written as MDX, as some generators read it. */
export function hasModuleCode(source: string): boolean {
  if (!COMPONENT.test(source)) return false
  const lines = [...source.matchAll(IMPORT_LINE)].map(([line]) => line.trimEnd())
  return EXPORT.test(source) || lines.some((line) => line.length <= LONGEST_LINE && IMPORT.test(line))
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
    for (const [name, value] of declaredIn(code)) values.set(name, value)
    text += source.slice(at, start)
    at = end
  }
  if (at === 0) return source
  const rest = text + source.slice(at)
  return values.size === 0 ? rest : withExpressions(rest, (name) => values.get(name))
}

/** Texts and pictures that statements of one line declare, and texts of several lines. */
function* declaredIn(code: string): Generator<[name: string, value: string]> {
  const [, long, lines = ''] = LONG_TEXT.exec(code.trimEnd()) ?? []
  if (long !== undefined && lines.includes('\n')) {
    yield [long, lines]
    return
  }
  for (const line of code.split('\n').map((each) => each.trim())) {
    if (line.length > LONGEST_LINE) continue
    const [, name, ...written] = CONSTANT.exec(line) ?? []
    if (name !== undefined) yield [name, written.find((value) => value !== undefined) ?? '']
    const [, object, members = ''] = OBJECT.exec(line) ?? []
    for (const [, key, ...values] of object === undefined ? [] : members.matchAll(MEMBER))
      yield [`${object}.${key}`, values.find((value) => value !== undefined) ?? '']
    const [, picture, path = ''] = IMPORTED.exec(line) ?? []
    if (picture !== undefined && PICTURE.test(path)) yield [picture, path]
  }
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
    isFirst = isCode || BETWEEN_BLOCKS.test(line)
    start += line.length + 1
  }
}
