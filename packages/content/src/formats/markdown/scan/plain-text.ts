import { decodeEntities } from './decode-entities.ts'
import { type InlineFormat, scanInline } from './scan-inline.ts'

/** Longer texts keep their marks: no heading or link text is that long. */
const LONGEST = 10_000

/** Stands for text that is taken as it is; private use, so no page needs it. */
const LITERAL = '\ue000'
const NO_LABELS: ReadonlySet<string> = new Set()

/**
 * The text of inline Markdown between two offsets, without its marks and tags: what a reader sees, on one line.
 * `labels` are the normalized labels that the page defines: `[text][label]` is a link only with one of them.
 */
export function plainText(
  source: string,
  start: number,
  end: number,
  format: InlineFormat,
  labels: ReadonlySet<string> = NO_LABELS,
): string {
  const raw = source.slice(start, end)
  if (!/[\\`[\]!<{*_~&\n]/.test(raw) || raw.length > LONGEST) return raw.replace(/\s+/g, ' ').trim()
  const cuts: { start: number; end: number; literal: boolean }[] = []
  const scan = scanInline(source, start, end, format)
  for (const token of scan.tokens) {
    const { start: from, end: to } = token
    if (token.kind === 'escape') {
      cuts.push({ start: from, end: from + 1, literal: false })
      cuts.push({ start: from + 1, end: to, literal: true })
    } else if (token.kind === 'tag' || token.kind === 'comment')
      cuts.push({ start: from, end: to, literal: false })
    else if (token.kind === 'code' || token.kind === 'link' || token.kind === 'image') {
      cuts.push({ start: from, end: token.textStart, literal: false })
      if (token.kind === 'code') cuts.push({ start: token.textStart, end: token.textEnd, literal: true })
      cuts.push({ start: token.textEnd, end: to, literal: false })
    } else if (token.kind === 'autolink') {
      cuts.push({ start: from, end: token.targetStart, literal: false })
      cuts.push({ start: token.targetStart, end: token.targetEnd, literal: true })
      cuts.push({ start: token.targetEnd, end: to, literal: false })
    } else cuts.push({ start: from, end: to, literal: true })
  }
  for (const reference of scan.references) {
    const footnote = source[reference.textStart] === '^'
    if (!footnote && !labels.has(reference.label)) continue
    const image = source[reference.textStart - 2] === '!'
    const from = reference.textStart - (image ? 2 : 1)
    if (footnote) cuts.push({ start: from, end: reference.end, literal: false })
    else {
      cuts.push({ start: from, end: reference.textStart, literal: false })
      cuts.push({ start: reference.textEnd, end: reference.end, literal: false })
    }
  }
  cuts.sort((a, b) => a.start - b.start)
  const literals: string[] = []
  let text = ''
  let at = start
  const add = (from: number, to: number) => {
    text += source.slice(from, to).replaceAll(LITERAL, '')
  }
  const addLiteral = (from: number, to: number) => {
    literals.push(source.slice(from, to))
    text += LITERAL
  }
  for (const cut of cuts) {
    if (cut.start < at) continue
    add(at, cut.start)
    if (cut.literal) addLiteral(cut.start, cut.end)
    at = cut.end
  }
  add(at, end)
  // Emphasis may begin on one side of a piece of code and end on the other, so all is looked at as one text.
  const decoded = decodeEntities(withoutEmphasis(text)).replaceAll(LITERAL, () => literals.shift() ?? '')
  return decoded.replace(/\s+/g, ' ').trim()
}

/** Marks next to a word are emphasis, unless an underscore is inside one; free-standing ones are text. */
function withoutEmphasis(text: string): string {
  return text.replace(
    /(?<![\w])_+(?=[^\s_])|(?<=[^\s_])_+(?![\w])|(?<!\*)\*+(?=[^\s*])|(?<=[^\s*])\*+|~~/g,
    '',
  )
}
