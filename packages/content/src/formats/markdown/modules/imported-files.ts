import { isDocumentationFile } from '../../../paths/page-path.ts'
import { fenced, type Include } from '../../page/include.ts'
import { withExpressions } from './expressions.ts'

const IMPORT_LINE = /^[ \t]*import[ \t][^\n]*$/gm
/** Of a line: the name of the default export, and the file. Named exports beside it, such as `{toc}`, are no texts. */
const IMPORT = /^import\s+([A-Za-z_$][\w$]*)\s*(?:,\s*\{[^{}]*\}\s*)?\bfrom\s+["']([^"'\n]+)["']$/
/** Of a line with nothing but named values. */
const NAMED_IMPORT = /^import[ \t]*\{[^{}]*\}[ \t]*from[ \t]*["']([^"'\n]+)["'];?$/
const EXPORT_LINE = /^export[ \t]+const[ \t][^\n]*$/gm
/** A file as a text: by webpack's raw-loader, and by Vite. */
const RAW = /^(?:-?!!?)?raw-loader!([^"'\n]+)$|^(?:-?!!?)?([^"'\n]+)\?raw$/
// Each of these stops at the next angle bracket, so that no part of a page is read from two beginnings.
const TAG = /<([A-Za-z_$][\w$]*)(\s[^<>]*)?\/>|<([A-Z][\w$]*)(\s[^<>]*)?>/g
const ATTRIBUTE = /(?<![\w-])([A-Za-z_][\w-]{0,60})=(?:"([^"]*)"|'([^']*)'|\{([^{}]*)\})/g
/** An expression that is a text, a number, or a truth value. */
const LITERAL = /^(?:"([^"]*)"|'([^']*)'|(-?[\d.]+|true|false))$/
/** Right behind an opening tag: a value that is all that stands in the element. */
const ONLY_VALUE = /\s*\{\s*([A-Za-z_$][\w$]*)\s*\}\s*<\/[A-Z][\w$]*>/y
const CODE_VALUE = /(?<![\w-])code=\{\s*([A-Za-z_$][\w$]*)\s*\}/
const LONGEST_LINE = 2_000

/**
 * Places of a page where texts of imported files stand: `<Part />`, `<Part name="x">child</Part>` for a page, and
 * `<CodeBlock>{text}</CodeBlock>` or `<Code code={text} />` for a file that is imported as a text. A page gets the
 * properties that are literal.
 *
 * @param resolve the files that a target may mean
 */
export function importedIncludes(source: string, resolve: (target: string) => string[]): Include[] {
  if (!source.includes('import')) return []
  const lines = [...source.matchAll(IMPORT_LINE)]
  const imports = importsOf(lines)
  const includes = importedValues(lines, resolve)
  if (imports.size === 0) return includes
  /** Names of elements that nothing closes from here on: looking again from each would take quadratic time. */
  const unclosed = new Set<string>()
  let at = 0
  for (const match of source.matchAll(TAG)) {
    const [tag, alone, ownAttributes, open, attributes = ownAttributes ?? ''] = match
    if (match.index < at) continue
    const name = alone ?? open ?? ''
    const target = imports.get(name)
    let end = match.index + tag.length
    ONLY_VALUE.lastIndex = end
    const [around, inside] = (alone === undefined ? ONLY_VALUE.exec(source) : null) ?? []
    const value = inside ?? CODE_VALUE.exec(attributes)?.[1]
    const raw = value === undefined ? undefined : imports.get(value)
    const given = propertiesOf(attributes)
    if (raw !== undefined && isRaw(raw)) {
      end += around?.length ?? 0
      const title = given.get('title')
      const language = given.get('language') ?? given.get('lang') ?? ''
      const info = `${language}${title === undefined ? '' : ` title="${title}"`}`
      includes.push({
        ...{ start: match.index, end, candidates: resolve(pathOf(raw)) },
        inPlace: (text) => fenced(text, info),
      })
      at = end
      continue
    }
    if (target === undefined) continue
    let inner = ''
    if (alone === undefined) {
      const close = unclosed.has(name) ? -1 : source.indexOf(`</${name}>`, end)
      if (close < 0) unclosed.add(name)
      if (close < 0) continue
      inner = source.slice(end, close)
      end = close + name.length + 3
    }
    const candidates = resolve(target).filter(isDocumentationFile)
    if (candidates.length === 0) continue
    const children = inner.trim()
    includes.push({
      ...{ start: match.index, end, candidates },
      select: (text) => withProperties(text, given, children),
    })
    at = end
  }
  return includes
}

/** Values of another page, `import { name } from './values.mdx'`: in the place of the import stand that page's exports. */
function importedValues(lines: readonly RegExpExecArray[], resolve: (target: string) => string[]): Include[] {
  const includes: Include[] = []
  for (const { 0: line, index } of lines) {
    const [, written = ''] = line.length > LONGEST_LINE ? [] : (NAMED_IMPORT.exec(line.trim()) ?? [])
    const target = unescaped(written)
    if (!isDocumentationFile(target)) continue
    const place = { start: index, end: index + line.length }
    includes.push({
      ...{ ...place, candidates: resolve(target).filter(isDocumentationFile) },
      inPlace: (text) => text.match(EXPORT_LINE)?.join('\n') ?? '',
    })
  }
  return includes
}

/** The targets of imports by the name under which the page has them; the first of a name counts. */
function importsOf(lines: readonly RegExpExecArray[]): Map<string, string> {
  const imports = new Map<string, string>()
  for (const [line] of lines) {
    if (line.length > LONGEST_LINE) continue
    const [, name, written = ''] = IMPORT.exec(line.trim().replace(/;$/, '').trimEnd()) ?? []
    const target = unescaped(written)
    const isTaken = name === undefined || imports.has(name)
    if (!isTaken && (isDocumentationFile(target) || isRaw(target))) imports.set(name, target)
  }
  return imports
}

/** Formatters write `'./\\_part.mdx'`, which JavaScript reads as `'./_part.mdx'`. */
function unescaped(written: string): string {
  return written.replaceAll(/\\(.)/g, '$1')
}

function isRaw(target: string): boolean {
  return RAW.test(target)
}

function pathOf(target: string): string {
  const [, webpack, vite] = RAW.exec(target) ?? []
  return webpack ?? vite ?? target
}

function propertiesOf(attributes: string): Map<string, string> {
  const given = new Map<string, string>()
  for (const [, name = '', double, single, expression = ''] of attributes.matchAll(ATTRIBUTE)) {
    const [, ...literal] = LITERAL.exec(expression.trim()) ?? []
    const value = [double, single, ...literal].find((each) => each !== undefined)
    if (value !== undefined) given.set(name, value)
  }
  return given
}

/** `{props.name}`, `{name}`, and `{children}` of a page that another one shows; what it is not given is nothing. */
function withProperties(text: string, given: ReadonlyMap<string, string>, children: string): string {
  return withExpressions(text, (written) => {
    const name = written.replace(/^props\./, '')
    if (name === 'children') return children
    return given.get(name) ?? (name === written ? undefined : '')
  })
}
