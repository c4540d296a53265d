/** A line of a page, and whether it belongs to a block of code, whose text is shown as it is. */
export interface SourceLine {
  text: string
  isCode: boolean
}

/** A fence of backticks or tildes, also behind the marks of lists and quotes. */
const FENCE = /^((?:[ \t]|>|(?:[-*+]|\d{1,9}[.)])[ \t])*)(`{3,}|~{3,})(.*)$/s
/** Hugo's own block of code. */
const HIGHLIGHT = /^([ \t]*)\{\{[<%]\s*(?:highlight|code)\s+"?([\w+-]+)(?:[^\w+{}-][^{}]*)?[>%]\}\}[ \t]*$/
const HIGHLIGHT_END = /^[ \t]*\{\{[<%]\s*\/\s*(?:highlight|code)\s*[>%]\}\}[ \t]*$/
/** `{ .yaml .annotate title="a" }` behind a fence, as Python-Markdown and Pandoc have it. */
const BRACED_INFO = /^[ \t]*\{[ \t]*\.([\w+-]+)([^\w+{}-][^{}]*)?\}[ \t]*$/

/** A tab of Docsy with a language holds code, without a fence. */
const CODE_TAB = /^([ \t]*)\{\{<\s*tab\s[^{}]*\blang="?([\w+-]+)"?[^{}]*>\}\}[ \t]*$/
const CODE_TAB_END = /^[ \t]*\{\{<\s*\/\s*tab\s*>\}\}[ \t]*$/
/** No line that is longer begins a block. */
const LONGEST_LINE = 1_000

interface CodeBlock {
  /** Instead of the line that begins it. */
  lines: SourceLine[]
  /** What to write for the line that ends it; undefined for every other line. */
  end(line: string): SourceLine[] | undefined
}

/** Tells lines of code from lines of text. Code is written as CommonMark has it, whatever began it. */
export function sourceLines(source: string): SourceLine[] {
  const lines: SourceLine[] = []
  let block: CodeBlock | undefined
  for (const text of source.split(/\r?\n/)) {
    if (block !== undefined) {
      const end = block.end(text)
      lines.push(...(end ?? [{ text, isCode: true }]))
      if (end !== undefined) block = undefined
      continue
    }
    block = text.length > LONGEST_LINE ? undefined : (codeOfTheme(text) ?? fencedCode(text))
    lines.push(...(block?.lines ?? [{ text, isCode: false }]))
  }
  return lines
}

function codeOfTheme(text: string): CodeBlock | undefined {
  if (!text.includes('{{')) return undefined
  const [, indent = '', language] = HIGHLIGHT.exec(text) ?? []
  const fence = { text: `${indent}\`\`\`\``, isCode: true }
  if (language !== undefined)
    return {
      lines: [{ ...fence, text: fence.text + language }],
      end: (line) => (HIGHLIGHT_END.test(line) ? [fence] : undefined),
    }
  const [, before = '', ofTab] = CODE_TAB.exec(text) ?? []
  if (ofTab === undefined) return undefined
  const mark = { text: `${before}\`\`\`\``, isCode: true }
  return {
    lines: [
      { text, isCode: false },
      { ...mark, text: mark.text + ofTab },
    ],
    end: (line) => (CODE_TAB_END.test(line) ? [mark, { text: line, isCode: false }] : undefined),
  }
}

function fencedCode(text: string): CodeBlock | undefined {
  const [, before = '', marks = '', info = ''] = FENCE.exec(text) ?? []
  const mark = marks[0] ?? ''
  // Backticks behind backticks are code within a line.
  if (mark === '' || (mark === '`' && info.includes('`'))) return undefined
  const [, braced, rest = ''] = BRACED_INFO.exec(info) ?? []
  const line =
    braced === undefined ? text : `${before}${marks}${braced} ${rest.replaceAll(/(?<=\s)\.[\w-]+/g, '')}`
  return {
    lines: [{ text: line.trimEnd(), isCode: true }],
    end: (closing) => {
      const [lead = ''] = /^[ \t>]*/.exec(closing) ?? []
      const written = closing.slice(lead.length).trimEnd()
      const isEnd =
        // Further to the right it is a line of the code.
        lead.length <= before.length + 3 &&
        written.length >= marks.length &&
        written === mark.repeat(written.length)
      return isEnd ? [{ text: closing, isCode: true }] : undefined
    },
  }
}
