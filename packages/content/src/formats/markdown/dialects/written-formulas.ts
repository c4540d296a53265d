import { outsideCode } from './code-spans.ts'
import { FORMULA } from './formulas.ts'
import { type SourceLine, sourceLines } from './parts/source-lines.ts'

/** Longer ones are no formula, but a dollar that stands for itself. */
const MOST_LINES = 200
/** Marks of quotes and lists before a formula in lines of its own. */
const LEAD = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?/
const BLOCKS: readonly (readonly [open: string, close: string])[] = [
  ['$$', '$$'],
  ['\\[', '\\]'],
]
/** GitHub's and GitLab's own: `` $`x^2`$ ``. */
const QUOTED = /(?<![`\\$])\$`([^`\n]{1,500})`\$(?!`)/g
/** Generators whose Markdown reads `\\(` as an escaped bracket want another backslash before it. */
const ESCAPED = [
  ['\\\\(', '\\\\)'],
  ['\\\\[', '\\\\]'],
] as const
/** What formulas have and amounts of money, variables of a shell, and jQuery have not. */
const MARK = /[\\^_={}<>+*|/-]/
const SHORT = /^[A-Za-z0-9](?:[A-Za-z0-9]|[A-Za-z]?\([A-Za-z0-9, ]{1,20}\)|')?$/

/**
 * Writes formulas as `<docent-math tex="…">`, in which parsers of Markdown find nothing of theirs. The text is encoded as
 * in URLs; `display` says that it stands in a line of its own. Code stays as it is.
 */
export function writeFormulas(source: string): string {
  if (!/[$]|\\[([]/.test(source)) return source
  const lines = sourceLines(source)
  const written: string[] = []
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]
    if (line === undefined) break
    const block = line.isCode ? undefined : blockAt(lines, at)
    if (block === undefined) written.push(line.isCode ? line.text : withFormulas(line.text))
    else {
      written.push(block.text)
      at = block.last
    }
  }
  return written.join('\n')
}

/** A formula in lines of its own, and the last of them. */
function blockAt(lines: readonly SourceLine[], first: number): { text: string; last: number } | undefined {
  const { text } = lines[first] ?? { text: '' }
  const [lead = ''] = LEAD.exec(text) ?? []
  const begun = text.slice(lead.length)
  const [open, close] = BLOCKS.find(([mark]) => begun.startsWith(mark)) ?? []
  if (open === undefined || close === undefined) return undefined
  const parts: string[] = []
  for (let at = first; at < lines.length && at < first + MOST_LINES; at++) {
    const line = lines[at]
    if (line === undefined || (at > first && line.isCode)) return undefined
    const own = (at === first ? begun.slice(open.length) : line.text.replace(/^[ \t>]*/, '')).trimEnd()
    const end = own.indexOf(close)
    if (end < 0) {
      parts.push(own)
      continue
    }
    // Text behind it: it is a formula within a line.
    if (end + close.length < own.length && !/^[.,;:]$/.test(own.slice(end + close.length))) return undefined
    parts.push(own.slice(0, end))
    const tex = parts.join('\n').trim()
    const isWord = open === '\\[' && at === first && !isBracketed('', tex)
    return tex === '' || isWord ? undefined : { text: `${lead}${element(tex, true)}`, last: at }
  }
  return undefined
}

function withFormulas(line: string): string {
  if (!/[$]|\\[([]/.test(line)) return line
  const quoted = line.replace(QUOTED, (_whole, tex: string) => element(tex, false))
  return outsideCode(quoted, (part) =>
    (ESCAPED.some((pair) => pair.every((mark) => part.includes(mark)))
      ? part.replaceAll(/\\\\([()[\]])/g, '\\$1')
      : part
    ).replace(FORMULA, (whole) => {
      const marks = /^(?:\$\$|\\\(|\\\[)/.test(whole) ? 2 : 1
      const tex = whole.slice(marks, -marks).trim()
      const isFormula = whole.startsWith('\\') ? isBracketed(whole, tex) : MARK.test(tex) || SHORT.test(tex)
      return isFormula ? element(tex, whole.startsWith('\\[')) : whole
    }),
  )
}

/** Brackets with a backslash before them are escaped as often as they are marks of a formula: `\[optional\]`. */
function isBracketed(whole: string, tex: string): boolean {
  return /[\\^_={}+]/.test(tex) || (whole.startsWith('\\(') && /^[A-Za-z]$/.test(tex))
}

function element(tex: string, isDisplay: boolean): string {
  const encoded = encodeURIComponent(tex.toWellFormed())
  return `<docent-math${isDisplay ? ' display="true"' : ''} tex="${encoded}"></docent-math>`
}
