import { ATTRIBUTE_LIST, withPlainHeadingId } from '../scan/attribute-list.ts'
import { absentFile } from './absent-text.ts'
import { outsideCode } from './code-spans.ts'
import { outsideFormulas } from './formulas.ts'
import type { SourceLine } from './parts/source-lines.ts'

/** `{ .md-button }` behind what it is about, or `{: .class }` in a line of its own. */
const ATTRIBUTES = new RegExp(`(?<=[\\])\`*_>])${ATTRIBUTE_LIST}`, 'g')
const ATTRIBUTE_LINE = new RegExp(`^[ \\t]*${ATTRIBUTE_LIST}[ \\t]*$`)
const HEADING_ATTRIBUTES = new RegExp(`[ \\t]*(?!\\{:?(?:[^{}]*[ \\t])?(?:#|id=))${ATTRIBUTE_LIST}[ \\t]*$`)
const HEADING = /^[ \t>]*#{1,6}[ \t]/
/** Behind `_`, which formulas have before braces, too. */
const LOOKS = /^\{:?[ \t]*[.#]/
/** `*[HTML]: Hyper Text Markup Language`: shown where a pointer rests, if at all. */
const ABBREVIATION = /^ {0,3}\*\[[^[\]\n]{1,100}\]:[ \t]/
/** `#!python` at the beginning of code in a line names its language. */
const CODE_LANGUAGE = /(?<=(?<!`)`{1,40})#![A-Za-z][\w+-]{0,30}[ \t]{1,40}(?=[^\s`])/g
/** Icons are pictures that the theme has, not the repository. */
const ICON = /:(?:material|octicons|fontawesome|simple|custom)-[\w-]{1,80}:(?:\{[^{}\n]{0,200}\})?/g
/** `++ctrl+alt+del++`. */
const KEYS = /(?<![\w+])\+\+([a-z][\w-]{0,40}(?:\+[a-z0-9][\w-]{0,40}){0,8})\+\+(?![\w+])/g
/** `==marked==`. */
const MARKED = /(?<![\w=])==([^\s=`][^=\n`]{0,300}?)(?<!\s)==(?![\w=])/g
const CONTENTS = /^[ \t]*(?:\[\[toc\]\]|\[TOC\])[ \t]*$/i
/** A text that the build puts here: `--8<-- "a.md"`, `<<< @/a.ts{1,2}`. */
const SNIPPET = /^([ \t]*)-{1,2}8<-{1,2}[ \t]+"([^"\n]{1,300})"[ \t]*$/
const CODE_IMPORT = /^([ \t]*)<<<[ \t]*(@?[\w./-][^\s{#[]{0,300})/
/** What every line has that has any of them: most have none. */
const MARKS =
  /\{|\+\+|==|:(?:material|octicons|fontawesome|simple|custom)-|`#!|^[ \t]*(?:\[|\*\[|-{1,2}8<|<<<)/
/** No line that is longer is one of these. */
const LONGEST_LINE = 1_000

/** Marks of single generators within lines: those that HTML has an element for get it, those for looks go. */
export function expandInlineMarks(lines: readonly SourceLine[]): string {
  let isInFormula = false
  const expanded: string[] = []
  for (const { text, isCode } of lines) {
    const wasInFormula = isInFormula
    if (!isCode && (isInFormula || text.includes('$$'))) isInFormula = staysInFormula(text, isInFormula)
    if (isCode || wasInFormula || isInFormula || !MARKS.test(text)) expanded.push(text)
    else expanded.push(...expandLine(text))
  }
  return expanded.join('\n')
}

/** Formulas between lines of `$$` end with their paragraph, at the latest. */
function staysInFormula(text: string, isInFormula: boolean): boolean {
  const line = text.trim()
  if (isInFormula) return line !== '' && !line.endsWith('$$')
  return line.startsWith('$$') && line.indexOf('$$', 2) < 0
}

function expandLine(text: string): string[] {
  if (text.length <= LONGEST_LINE) {
    if (CONTENTS.test(text) || ATTRIBUTE_LINE.test(text) || ABBREVIATION.test(text)) return []
    const [, before = '', file] = SNIPPET.exec(text) ?? CODE_IMPORT.exec(text) ?? []
    if (file !== undefined) return absentFile(file, before)
  }
  const isHeading = HEADING.test(text)
  const plain = text.includes('`#!') ? text.replaceAll(CODE_LANGUAGE, '') : text
  const line = isHeading ? withPlainHeadingId(plain) : plain
  return [
    outsideCode(line, (part, isBehindCode) =>
      outsideFormulas(part, (each, isFirst) => withMarks(each, isHeading, isBehindCode && isFirst)),
    ),
  ]
}

function withMarks(part: string, isHeading: boolean, isBehindCode: boolean): string {
  const withoutIcons = part.replace(ICON, '')
  // The id of a heading is read where headings are.
  const plain = isHeading
    ? withoutIcons.slice(0, -LONGEST_LINE) + withoutIcons.slice(-LONGEST_LINE).replace(HEADING_ATTRIBUTES, '')
    : withoutAttributes(withoutIcons, isBehindCode)
  return plain
    .replace(KEYS, (_whole, keys: string) =>
      keys
        .split('+')
        .map((key) => `<kbd>${key}</kbd>`)
        .join('+'),
    )
    .replace(MARKED, '<mark>$1</mark>')
}

function withoutAttributes(part: string, isBehindCode: boolean): string {
  const without = (text: string) =>
    text.replace(ATTRIBUTES, (list, ...[at]) =>
      text[Number(at) - 1] === '_' && !LOOKS.test(list) ? list : '',
    )
  return isBehindCode ? without(`\`${part}`).slice(1) : without(part)
}
