import type { Shortcode, ShortcodeToken } from './shortcode.ts'
import type { ShortcodeElement, ShortcodeText } from './shortcode-elements.ts'
import type { SourceLine } from './source-lines.ts'
import { closeTag, openTag } from './write-tag.ts'

const LONGEST_LINE = 1_000

/**
 * Writes elements and text in the place of shortcodes.
 *
 * @param elementOf is given the line so far, as it is written
 */
export function writeShortcodes(
  tokens: readonly ShortcodeToken[],
  elementOf: (code: Shortcode, line: string) => ShortcodeElement,
): string {
  const paired = new Set(
    tokens.flatMap((token) => (typeof token === 'string' || !token.code.isClosing ? [] : [token.code.name])),
  )
  const parts: string[] = []
  // The line that is being written, as far as it says where a block begins.
  let line = ''
  for (const token of tokens) {
    const part =
      typeof token === 'string' ? token : written(elementOf(token.code, line), token.code, paired, line)
    parts.push(part)
    const end = part.lastIndexOf('\n')
    line = (end < 0 ? line + part : part.slice(end + 1)).slice(0, LONGEST_LINE)
  }
  return parts.join('')
}

/** Lines of code and of text by turns, each with the end of its last line. */
export function joinRegions(lines: readonly SourceLine[]): { text: string; isCode: boolean }[] {
  const regions: { texts: string[]; isCode: boolean }[] = []
  for (const { text, isCode } of lines) {
    const last = regions.at(-1)
    if (last?.isCode === isCode) last.texts.push(text)
    else regions.push({ texts: [text], isCode })
  }
  return regions.map(({ texts, isCode }, at) => ({
    text: texts.join('\n') + (at === regions.length - 1 ? '' : '\n'),
    isCode,
  }))
}

function written(made: ShortcodeElement, code: Shortcode, paired: ReadonlySet<string>, line: string): string {
  const isRow = /^\s*\|/.test(line)
  if ('text' in made) return code.isClosing ? '' : writtenText(made, isRow, line)
  const isInline = made.name === 'a' || isRow
  const hasText = paired.has(code.name) && !code.isAlone
  if (isInline) {
    if (code.isClosing) return `</${made.name}>`
    const [tag = ''] = openTag(made.name, made.attributes, '').filter((text) => text !== '')
    return hasText ? tag : `${tag}</${made.name}>`
  }
  const indent = indentOf(line)
  const tags = [
    ...(code.isClosing ? [] : openTag(made.name, made.attributes, indent)),
    ...(code.isClosing || !hasText ? closeTag(made.name, indent) : []),
  ]
  return `\n${tags.join('\n')}\n${indent}`
}

function writtenText({ text, isBlock = false }: ShortcodeText, isRow: boolean, line: string): string {
  return isBlock && !isRow && line.trim() === '' ? `\n${indentOf(line)}${text}\n${indentOf(line)}` : text
}

/** Where the text of a line begins: behind the mark of a list. */
function indentOf(line: string): string {
  const [, spaces = '', mark = ''] = /^([ \t>]*)((?:[-*+]|\d{1,9}[.)])[ \t]+)?/.exec(line) ?? []
  return spaces + ' '.repeat(mark.length)
}
