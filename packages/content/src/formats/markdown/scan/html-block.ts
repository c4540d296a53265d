import { indexBefore } from './scan-tag.ts'

/** Elements that begin an HTML block of kind 6 (CommonMark 0.31, section 4.6). */
const BLOCK_ELEMENTS = new Set(
  `address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl dt
  fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li link
  main menu menuitem nav noframes ol optgroup option p param search section summary table tbody td tfoot th thead
  title tr track ul`.split(/\s+/),
)
const OPENING = /<(\/?)([A-Za-z][A-Za-z0-9-]*)(?=[\s/>]|$)/y
// Every repetition begins with a space, so this cannot backtrack badly.
const WHOLE_TAG =
  /^<(?:\/[A-Za-z][\w-]*\s*|[A-Za-z][\w-]*(?:\s+[\w:.@-]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*\s*\/?)>\s*$/
const LONGEST_TAG_LINE = 2_000

/** End of the HTML block that begins at `first` (end of its last line's content); undefined when none begins. */
export function htmlBlockEnd(
  source: string,
  first: number,
  lineEnd: number,
  inParagraph: boolean,
): number | undefined {
  OPENING.lastIndex = first
  const match = OPENING.exec(source)
  if (match === null) return undefined
  const name = (match[2] ?? '').toLowerCase()
  if (match[1] === '' && (name === 'script' || name === 'pre' || name === 'style' || name === 'textarea')) {
    return rawEnd(source, first)
  }
  if (BLOCK_ELEMENTS.has(name)) return beforeBlank(source, lineEnd)
  if (inParagraph || lineEnd - first > LONGEST_TAG_LINE) return undefined
  return WHOLE_TAG.test(source.slice(first, lineEnd)) ? beforeBlank(source, lineEnd) : undefined
}

/** True for a script or a style, which nobody reads. */
export function isUnread(source: string, first: number): boolean {
  return /^<(?:script|style)\b/i.test(source.slice(first, first + 8))
}

/** The line with the closing tag, or the end of the file, which ends the search for good. */
function rawEnd(source: string, first: number): number {
  const closing = /<\/(?:script|pre|style|textarea)>/gi
  closing.lastIndex = first
  const match = closing.exec(source)
  return match === null ? source.length : contentEnd(source, match.index)
}

function beforeBlank(source: string, lineEnd: number): number {
  let end = lineEnd
  while (end < source.length) {
    const start = source.indexOf('\n', end) + 1
    if (start === 0) return source.length
    const next = contentEnd(source, start)
    if (source.slice(start, next).trim() === '') break
    end = next
  }
  return end
}

function contentEnd(source: string, from: number): number {
  const found = indexBefore(source, '\n', from, source.length)
  if (found < 0) return source.length
  return found > from && source[found - 1] === '\r' ? found - 1 : found
}
