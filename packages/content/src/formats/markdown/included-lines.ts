const ANCHOR = /ANCHOR(?:_END)?:[ \t]*[\w-]+/

/**
 * The part of a file that `{{#include file.rs:part}}` of mdBook names: `2`, `2:`, `:10` and `2:10` are lines, and another
 * name is an anchor, between `ANCHOR: name` and `ANCHOR_END: name`. The lines of anchors are left out. The whole text for
 * '', and nothing for an anchor that is not there.
 */
export function includedLines(text: string, part: string): string {
  const lines = text.split(/\r?\n/)
  const shown = (some: readonly string[]) => some.filter((line) => !ANCHOR.test(line)).join('\n')
  if (part === '' || part === ':') return shown(lines)
  const range = /^(\d*)(?:(:)(\d*))?$/.exec(part)
  if (range === null) return shown(anchored(lines, part))
  const [, from = '', colon, to = ''] = range
  const start = Math.max(Number(from || 1), 1)
  return lines.slice(start - 1, colon === undefined ? start : Number(to || lines.length)).join('\n')
}

function anchored(lines: readonly string[], name: string): readonly string[] {
  const isMark = (line: string, mark: string) => {
    const [, found] = new RegExp(`${mark}:[ \\t]*([\\w-]+)`).exec(line) ?? []
    return found === name
  }
  const start = lines.findIndex((line) => isMark(line, 'ANCHOR'))
  if (start < 0) return []
  const end = lines.findIndex((line, index) => index > start && isMark(line, 'ANCHOR_END'))
  return lines.slice(start + 1, end < 0 ? undefined : end)
}
