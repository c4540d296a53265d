const FENCE = /^([ \t>]*)(`{3,}|~{3,}(?!~))[ \t]*(?![ \t])([^`\n]*)$/
const TITLE = /^[ \t]*\{\{#title\s[^{}]*\}\}[ \t]*$/

/**
 * A page of mdBook as readers see it: without the lines of code that it hides (`# use std::io;` in Rust), without
 * `{{#title}}`, and with `\{{` as it is meant.
 *
 * @see https://rust-lang.github.io/mdBook/format/mdbook.html#hiding-code-lines
 * @param prefixes of hidden lines, by language, as `output.html.code.hidelines` has them
 */
export function shownCode(text: string, prefixes: ReadonlyMap<string, string>): string {
  const shown: string[] = []
  let fence: { mark: string; isHidden(line: string): boolean; isRust: boolean } | undefined
  for (const line of text.split('\n')) {
    const written = line.replace(/\r$/, '')
    const [, , mark = '', info = ''] = FENCE.exec(written) ?? []
    if (fence === undefined) {
      if (mark !== '') fence = openFence(mark, info, prefixes)
      else if (TITLE.test(written)) continue
      shown.push(line)
    } else if (mark.startsWith(fence.mark) && info.trim() === '') {
      fence = undefined
      shown.push(line)
    } else if (!fence.isHidden(written)) {
      shown.push(fence.isRust ? line.replace(/^([ \t]*)##/, '$1#') : line)
    }
  }
  return shown.join('\n').replaceAll('\\{{#', '{{#')
}

function openFence(mark: string, info: string, prefixes: ReadonlyMap<string, string>) {
  const [language = '', ...terms] = info.trim().split(/[,\s]+/)
  const own = terms.find((term) => term.startsWith('hidelines='))?.slice('hidelines='.length)
  const prefix = own ?? prefixes.get(language)
  const isRust = language === 'rust' && prefix === undefined
  const isHidden = (line: string) => {
    if (isRust) return /^[ \t]*#(?: |$)/.test(line)
    return prefix !== undefined && prefix !== '' && line.trimStart().startsWith(prefix)
  }
  return { mark, isRust, isHidden }
}
