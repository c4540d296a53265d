/** A fence with its language. */
const FENCE = /^([ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]{1,4})?)(`{3,}|~{3,})([\w+.-]*)(.*)$/s
const COMMENT = /^[ \t>]*(?:\/\/|#(?!!)|<!--|\/\*)(.*)$/
const FILE_NAME = /^[\w./~%[\]+\\-]+$/
/** Languages by what a name in their comments ends with. */
const GROUPS = [
  'astro cjs htm html js jsx mjs svelte ts tsx typescript vb vue vue-html',
  'ansi bash bat batch cmd console fish nu nushell powershell ps ps1 psd1 psm1 sh shell shellscript shellsession zsh',
  'csv env ini json toml xml yaml yml',
  'css less sass scss styl stylus xsl',
  'markdown md mdx',
].map((names) => new Set(names.split(' ')))
const [, TERMINALS] = GROUPS
const ALL = new Set(GROUPS.flatMap((group) => [...group]))
const FIRST_LINES = 4
const LONGEST_LINE = 300

/**
 * A comment with the name of a file at the beginning of a block of code is its title.
 * @see https://expressive-code.com/key-features/frames/#file-name-comments
 */
export function withCodeTitles(text: string): string {
  if (!text.includes('```') && !text.includes('~~~')) return text
  const lines = text.split('\n')
  const result: string[] = []
  let end: ((line: string) => boolean) | undefined
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    const [, before = '', marks = '', language = '', info = ''] =
      end === undefined && line.length <= LONGEST_LINE ? (FENCE.exec(line) ?? []) : []
    result.push(line)
    if (end?.(line)) end = undefined
    if (marks === '' || (marks.startsWith('`') && info.includes('`'))) continue
    const isEnd = endOf(marks)
    end = isEnd
    const first = lines.slice(at + 1, at + 1 + FIRST_LINES)
    const ended = first.findIndex(isEnd)
    const own = ended < 0 ? first : first.slice(0, ended)
    const found = /\btitle=/.test(info) ? -1 : own.findIndex((each) => fileNameIn(each, language) !== '')
    if (found < 0) continue
    const isFrontmatter = found > 0 && own[found - 1]?.trim() === '---' && own[found + 1]?.trim() === '---'
    const kept = own.slice(0, isFrontmatter ? found - 1 : found)
    const title = fileNameIn(own[found] ?? '', language)
    result[result.length - 1] = `${before}${marks}${language} title="${title}"${info}`
    result.push(...kept)
    at += found + (isFrontmatter ? 2 : 1)
    if (/^[ \t>]*$/.test(lines[at + 1] ?? '') && at + 1 < lines.length) at += 1
  }
  return result.join('\n')
}

function endOf(marks: string): (line: string) => boolean {
  return (line) => {
    const written = line.replace(/^[ \t>]+/, '').trimEnd()
    return written.length >= marks.length && written === (marks[0] ?? '').repeat(written.length)
  }
}

/** '' for a line that names no file. */
function fileNameIn(line: string, language: string): string {
  if (line.length > LONGEST_LINE) return ''
  const [, comment] = COMMENT.exec(line.trimEnd()) ?? []
  if (comment === undefined) return ''
  const text = comment.replace(/(?:-->|\*\/)$/, '').trim()
  const colon = text.lastIndexOf(':')
  const isDrive = colon === 1
  const name = isDrive || colon < 0 ? text : text.slice(colon + 1).trimStart()
  const prefix = isDrive || colon < 0 ? '' : text.slice(0, colon)
  const plain = isDrive ? name.slice(2) : name
  if (!FILE_NAME.test(plain) || plain.startsWith('//') || prefix.trim().toLowerCase() === '@filename')
    return ''
  if (!/[^.:/\\~]/.test(plain) || /^\.{2,}(?![/\\])/.test(plain)) return ''
  const base = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
  const extension = base.includes('.') ? base.slice(base.lastIndexOf('.') + 1) : ''
  const isPath =
    /^(?:[/\\~]|\.[/\\]|[a-z]:)./i.test(name) ||
    base.startsWith('.') ||
    (/[/\\]/.test(name) && /[^/\\0-9.]/.test(name) && name === name.toLowerCase())
  if (isPath && (prefix === '' || TERMINALS?.has(language))) return name
  const group = GROUPS.find((each) => each.has(language))
  return extension !== '' && (group ?? ALL).has(extension) ? name : ''
}
