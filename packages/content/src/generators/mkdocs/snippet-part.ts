import { dedent } from '../../formats/page/include.ts'

const MARK = /-8<-+[ \t]+\[[ \t]*(start|end)[ \t]*:[ \t]*([A-Za-z][\w-]*)[ \t]*\]/

/**
 * The part of a file that a snippet takes: `4:6,8:9` are lines, both ends included, and another word is a section between
 * `--8<-- [start:word]` and `--8<-- [end:word]`. Lines with such marks are left out. All for ''; nothing for a section
 * that is not there.
 * See https://facelessuser.github.io/pymdown-extensions/extensions/snippets/#snippet-lines.
 */
export function snippetPart(text: string, part: string): string {
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/)
  const shown = (some: readonly string[]) => some.filter((line) => !MARK.test(line)).join('\n')
  if (part === '' || part === ':') return shown(lines)
  if (/^[\d:,+-]+$/.test(part))
    return part
      .split(',')
      .map((range) => shown(linesOf(lines, range)))
      .join('\n')
  const section: string[] = []
  let isInside = false
  for (const line of lines) {
    const [, mark, name] = MARK.exec(line) ?? []
    if (mark === undefined) {
      if (isInside) section.push(line)
    } else if (name === part) isInside = mark === 'start'
  }
  return dedent(section).join('\n')
}

/** `4:6`, `4` and `4:` to the end, `:6` from the beginning; below zero from the end. */
function linesOf(lines: readonly string[], range: string): readonly string[] {
  const [from = '', to = ''] = range.split(':')
  const place = (written: string) => {
    const number = Number(written)
    return number < 0 ? lines.length + number + 1 : number
  }
  return lines.slice(Math.max(place(from || '1') - 1, 0), to === '' ? undefined : Math.max(place(to), 0))
}
