import { slug } from 'github-slugger'
import { outsideCode } from '../../formats/markdown/modules/expressions.ts'

const HEADING = /^(#{1,6}[ \t][^\n]*)$/gm
const MARKS = /[ \t]{0,9}\[(?:#([^\][\s]{1,200})|!?toc)\]$/
const MOST_MARKS = 3

/**
 * Ids of headings as Nextra and Fumadocs have them, `## Title [#id]`, as `## Title {#id}`. The mark of Fumadocs for a
 * heading that is in no table of contents, `[!toc]`, is a part of the id that is made of its text.
 */
export function withBracketIds(text: string): string {
  if (!/\[(?:#|!?toc\])/.test(text)) return text
  return outsideCode(text, (piece) =>
    piece.replace(HEADING, (line: string) => {
      let rest = line.trimEnd()
      let id: string | undefined
      for (let count = 0; count < MOST_MARKS; count += 1) {
        const found = MARKS.exec(rest)
        if (found === null) break
        id ??= found[1]
        rest = rest.slice(0, found.index)
      }
      if (rest.length === line.trimEnd().length) return line
      return `${rest} {#${id ?? slug(line.replace(/^#+/, '').trim())}}`
    }),
  )
}
