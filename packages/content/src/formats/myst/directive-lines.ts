/** A line of a page that opens a directive. */
export interface DirectiveLine {
  /** Offsets of its argument in the source. */
  start: number
  end: number
  name: string
  argument: string
}

const OPENING = /^[ \t]*(`{3,}|~{3,}|:{3,})\{([\w:.+-]{1,60})\}[ \t]*(.*)$/s
const CLOSING = /^[ \t]*(`{3,}|~{3,}|:{3,})[ \t]*$/
/** Their text is no MyST. */
const VERBATIM =
  /^(?:code|code-block|code-cell|sourcecode|literalinclude|eval-rst|math|mermaid|graphviz|prompt|raw|toctree|include|csv-table|auto\w+|py:\w+|image)$/
const PLAIN_FENCE = /^[ \t]*(`{3,}(?!`)|~{3,}(?!~))[^{\n]*$/

/** The directives, roles and labels of a page, in linear time. */
export interface ReadDirectives {
  directives: DirectiveLine[]
  /** Entries of `toctree` directives as written, with the place of their directive. */
  entries: { start: number; end: number; written: string; toctree: number }[]
  /** The source with the fences around MyST blanked, each character at its place: their texts are Markdown too. */
  markdown: string
}

export function readDirectives(source: string): ReadDirectives {
  const found: ReadDirectives = { directives: [], entries: [], markdown: '' }
  const parts: string[] = []
  const open: { mark: string; isVerbatim: boolean; toctree?: number }[] = []
  for (let start = 0; start < source.length; ) {
    const newline = source.indexOf('\n', start)
    const next = newline < 0 ? source.length : newline + 1
    const line = source.slice(start, newline < 0 ? source.length : newline).replace(/\r$/, '')
    const around = open.at(-1)
    const closing = line.length > 2_000 ? null : CLOSING.exec(line)
    const opening = line.length > 2_000 || around?.isVerbatim ? null : OPENING.exec(line)
    let isBlank = false
    if (around !== undefined && closing?.[1] !== undefined && closes(closing[1], around.mark)) {
      open.pop()
      isBlank = !around.isVerbatim
    } else if (opening !== null) {
      const [whole, mark = '', name = '', argument = ''] = opening
      const at = start + whole.length - argument.length
      found.directives.push({
        start: at,
        end: at + argument.trimEnd().length,
        name,
        argument: argument.trim(),
      })
      const isVerbatim = VERBATIM.test(name)
      open.push({ mark, isVerbatim, ...(name === 'toctree' && { toctree: start }) })
      isBlank = !isVerbatim
    } else if (around?.toctree !== undefined) addEntry(line, start, around.toctree, found)
    else if (
      around?.isVerbatim !== true &&
      PLAIN_FENCE.test(line.slice(0, 2_000)) &&
      !/^[ \t]*:/.test(line)
    ) {
      const mark = /`{3,}|~{3,}/.exec(line)?.[0] ?? ''
      open.push({ mark, isVerbatim: true })
    }
    parts.push(
      isBlank ? ' '.repeat(line.length) + source.slice(start + line.length, next) : source.slice(start, next),
    )
    start = next
  }
  found.markdown = parts.join('')
  return found
}

function closes(written: string, mark: string): boolean {
  return written[0] === mark[0] && written.length >= mark.length
}

/** `page`, or `Title <page>`; options and addresses are none. */
function addEntry(line: string, start: number, toctree: number, { entries }: ReadDirectives): void {
  const text = line.trim()
  if (text === '' || text.startsWith(':') || text.length > 1_000) return
  const open = text.endsWith('>') ? text.lastIndexOf('<') : -1
  const written = open < 0 ? text : text.slice(open + 1, -1).trim()
  if (
    /^(?:[a-z][\w+.-]*:|self$|genindex$|modindex$|search$|#)/i.test(written) ||
    written === '' ||
    /[*?]/.test(written)
  )
    return
  const at = start + line.indexOf(written, open < 0 ? 0 : line.lastIndexOf('<'))
  entries.push({ start: at, end: at + written.length, written, toctree })
}
