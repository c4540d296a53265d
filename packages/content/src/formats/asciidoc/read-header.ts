import { defined } from '../../basics/defined.ts'
import { type Frontmatter, readFrontmatter } from '../page/frontmatter.ts'

/** Attribute entries stand above this line. */
const MOST_LINES = 300
const LONGEST_VALUE = 4_096
/** What keeps a page from readers, however it is written. */
export const LIMITING = /^:!?(?:page-)?(?:groups|hidden|draft|unlisted|published|noindex|robots)\b/i
const PREPROCESSOR = /^(?:ifn?def|ifeval|endif|include)::/
const ENTRY = /^:(!?[A-Za-z0-9_][\w-]*!?):(?:[ \t]+(.*))?$/s
const REFERENCE = /\{([A-Za-z0-9_][\w-]{0,100})\}/g

/**
 * What an AsciiDoc page says of itself before its first blank line after the title: `= Title`, and attributes. One that
 * begins with `page-` is also known without it, as Antora hands it to its templates.
 */
export function readHeader(source: string): Frontmatter {
  const yaml = readFrontmatter(source)
  const body = source.slice(yaml.bodyStart)
  const data = headerData(readAttributes(body), yaml.data)
  const entry = unreadableEntry(body, source.slice(0, yaml.bodyStart).split('\n').length - 1)
  return {
    bodyStart: yaml.bodyStart,
    data,
    ...defined({
      problem: yaml.problem ?? entry,
      closesPage: yaml.closesPage ?? (entry === undefined ? undefined : true),
    }),
  }
}

/** An attribute that looks as if it limited the page, and that AsciiDoc would read as text. */
function unreadableEntry(body: string, linesBefore: number): Frontmatter['problem'] {
  let hasTitle = false
  const lines = body.split('\n', MOST_LINES)
  for (const [at, line] of lines.entries()) {
    const written = line.trimEnd()
    if (/^[=#] \S/.test(written)) hasTitle = true
    if (hasTitle && written === '') return undefined
    if (!LIMITING.test(written) || ENTRY.test(written)) continue
    const [name = ''] = LIMITING.exec(written) ?? []
    const message = `The attribute ${name.slice(1)} cannot be read: write it as "${name}: value". Until you fix it, readers do not see the page.`
    return { line: linesBefore + at + 1, column: 1, message }
  }
  return undefined
}

/** Attributes as the frontmatter of a page, over what is known of it. */
export function headerData(
  attributes: Readonly<Record<string, string>>,
  known: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const data: Record<string, unknown> = { ...known }
  for (const [name, value] of Object.entries(attributes)) {
    if (name === '__proto__') continue
    data[name] = value === '' ? true : value
    const plain = /^page-(.+)$/.exec(name)?.[1]
    if (plain !== undefined && !(plain in attributes)) data[plain] = data[name]
  }
  if (typeof data.keywords === 'string' && data.tags === undefined) data.tags = data.keywords
  return data
}

/** The attributes of a header with their values, references to earlier ones resolved; the title is `title`. */
export function readAttributes(body: string): Record<string, string> {
  const attributes: Record<string, string> = {}
  let title: string | undefined
  let at = 0
  for (let count = 0; count < MOST_LINES && at < body.length; count++) {
    let [line, next] = lineFrom(body, at)
    at = next
    if (line.startsWith('////')) at = afterBlock(body, at)
    if (line.startsWith('//') || PREPROCESSOR.test(line)) continue
    if (line === '') {
      if (title === undefined && Object.keys(attributes).length === 0) continue
      // Attributes may stand above the title, with a blank line between.
      if (title !== undefined) break
      continue
    }
    const [, name, first = ''] = ENTRY.exec(line) ?? []
    if (name !== undefined) {
      let value = first
      while (/ [\\+]$/.test(value) && value.length < LONGEST_VALUE && at < body.length) {
        ;[line, next] = lineFrom(body, at)
        at = next
        value = `${value.slice(0, -2)} ${line.trim()}`
      }
      if (name.startsWith('!') || name.endsWith('!')) delete attributes[name.replaceAll('!', '')]
      else attributes[name.toLowerCase()] = withReferences(value.trim(), attributes)
    } else if (title === undefined && /^[=#] \S/.test(line)) title = line.slice(2).trim()
    else if (title === undefined) break
  }
  if (title !== undefined) attributes.title ??= withReferences(title, attributes)
  return attributes
}

/** A text with the attributes that are known in place of their references; no longer than an attribute may be. */
export function withReferences(text: string, attributes: Readonly<Record<string, string>>): string {
  if (!text.includes('{')) return text.slice(0, LONGEST_VALUE)
  return text
    .slice(0, LONGEST_VALUE)
    .replace(REFERENCE, (written, name: string) =>
      Object.hasOwn(attributes, name.toLowerCase()) ? (attributes[name.toLowerCase()] ?? '') : written,
    )
    .slice(0, LONGEST_VALUE)
}

function lineFrom(text: string, at: number): [line: string, next: number] {
  const end = text.indexOf('\n', at)
  const line = text.slice(at, end < 0 ? text.length : end).trimEnd()
  return [line, end < 0 ? text.length : end + 1]
}

function afterBlock(text: string, at: number): number {
  const close = text.indexOf('\n////', at - 1)
  return close < 0 ? text.length : lineFrom(text, close + 1)[1]
}
