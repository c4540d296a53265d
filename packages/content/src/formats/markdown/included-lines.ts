const ANCHOR = /ANCHOR(?:_END)?:[ \t]*[\w-]+/

/**
 * The part of a file that `{{#include file.rs:part}}` of mdBook names: `2`, `2:`, `:10` and `2:10` are lines, and another
 * name is an anchor, between `ANCHOR: name` and `ANCHOR_END: name`, without the lines of anchors. The whole text for '',
 * and nothing for an anchor that is not there.
 */
export function includedLines(text: string, part: string): string {
  const lines = text.split(/\r?\n/)
  if (part === '' || part === ':') return text
  const range = /^(\d*)(?:(:)(\d*))?$/.exec(part)
  if (range === null)
    return anchored(lines, part)
      .filter((line) => !ANCHOR.test(line))
      .join('\n')
  const [, from = '', colon, to = ''] = range
  const start = Math.max(Number(from || 1), 1)
  return lines.slice(start - 1, colon === undefined ? start : Number(to || lines.length)).join('\n')
}

/** A name may have several regions: all of them count. */
function anchored(lines: readonly string[], name: string): readonly string[] {
  const isMark = (line: string, mark: string) => {
    const [, found] = new RegExp(`${mark}:[ \\t]*([\\w-]+)`).exec(line) ?? []
    return found === name
  }
  let isWithin = false
  return lines.filter((line) => {
    if (isWithin && isMark(line, 'ANCHOR_END')) isWithin = false
    else if (!isWithin && isMark(line, 'ANCHOR')) isWithin = true
    else return isWithin
    return false
  })
}
