import { placedLines } from '../../page/include.ts'
import type { ReferenceKind } from '../../page/source-format.ts'
import { isDirectiveOf } from './read-directive.ts'
import { tocEntry } from './toctree.ts'

/** A page without what is shown as it is written. */
export interface ProseText {
  /** The source with literal text, comments and code blanked, each character at its place. */
  prose: string
  /** Files that directives name. */
  files: { start: number; name: ReferenceKind; argument: string }[]
  /** Documents that `toctree` directives list, as written. */
  entries: { start: number; written: string; toctree: number }[]
}

const DIRECTIVE =
  /^([ \t]*(?:[-*+][ \t]+)?)\.\. (?:\|[^|\n]{1,300}\| )?[ \t]{0,20}([\w:.+-]{1,60}) ?::(?:[ \t]+|$)(.*)$/s
const EXPLICIT = /^([ \t]*)\.\.(?:[ \t]|$)/
const NO_COMMENT = /^[ \t]*\.\.[ \t]+(?:_|\[|\|)/
const FILE = /^(?:include|literalinclude|image|figure)$/

/** Tells prose from literal text, in linear time. */
export function proseText(source: string): ProseText {
  const found: ProseText = { prose: '', files: [], entries: [] }
  const parts: string[] = []
  /** What is indented further than this is no prose. */
  let literal: { indent: number; name: string; at: number } | undefined
  for (const { line, start } of placedLines(source)) {
    const end = start + line.length
    const rest = source.slice(end, end + (source[end] === '\r' ? 2 : 1))
    const indent = line.length - line.trimStart().length
    if (literal !== undefined && line.trim() !== '' && indent <= literal.indent) literal = undefined
    if (literal !== undefined) {
      if (literal.name === 'toctree') addEntry(line, start, literal.at, found)
      if (literal.name === 'csv-table') addFile(line, start, found)
      parts.push(' '.repeat(line.length), rest)
      continue
    }
    const [, before = '', written = '', argument = ''] =
      line.length > 2_000 ? [] : (DIRECTIVE.exec(line) ?? [])
    const name = written.toLowerCase()
    if (written !== '') {
      const isImage = name === 'image' || name === 'figure'
      const target = argument.trim()
      if (FILE.test(name) && target !== '')
        found.files.push({ start: end - argument.length, name: isImage ? 'image' : 'text', argument: target })
      if (!isDirectiveOf('text', name) && !isImage) literal = { indent: before.length, name, at: start }
      parts.push(
        isDirectiveOf('bare', name) || isDirectiveOf('text', name) ? line : ' '.repeat(line.length),
        rest,
      )
      continue
    }
    if (EXPLICIT.test(line) && !NO_COMMENT.test(line)) {
      literal = { indent, name: 'comment', at: start }
      parts.push(' '.repeat(line.length), rest)
      continue
    }
    if (line.trimEnd().endsWith('::')) literal = { indent, name: '', at: start }
    parts.push(
      line.replace(/``[^`\n]{0,1000}``/g, (code) => ' '.repeat(code.length)),
      rest,
    )
  }
  found.prose = parts.join('')
  return found
}

/** Options and addresses are none. */
function addEntry(line: string, start: number, toctree: number, { entries }: ProseText): void {
  if (/^[ \t]*:[\w-]+:/.test(line)) return
  const target = tocEntry(line)?.target ?? ''
  if (
    target === '' ||
    /^(?:[a-z][\w+.-]*:|self$|genindex$|modindex$|search$|#)/i.test(target) ||
    /[*?[]/.test(target)
  )
    return
  entries.push({ start: start + line.lastIndexOf(target), written: target, toctree })
}

/** `:file:` of a table. */
function addFile(line: string, start: number, { files }: ProseText): void {
  const written = /^[ \t]*:file:[ \t]+(\S{1,1000})[ \t]*$/.exec(line)?.[1]
  if (written !== undefined)
    files.push({ start: start + line.lastIndexOf(written), name: 'text', argument: written })
}
