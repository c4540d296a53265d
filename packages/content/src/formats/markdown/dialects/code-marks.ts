import type { SourceLine } from './parts/source-lines.ts'

/** `// [!code focus]` of VitePress marks its line. */
const LINE_MARK =
  /[ \t]{0,40}(?:\/\/|#|<!--|\/\*|--|;|%)[ \t]{0,4}\[!code[^\]\n]{0,60}\](?:[ \t]{0,4}(?:-->|\*\/))?/g
/** `// highlight-next-line` is a line of its own: https://docusaurus.io/docs/markdown-features/code-blocks. */
export const MARKING_LINE =
  /^[ \t]{0,80}(?:\/\/|#|<!--|\/\*|\{\/\*|--|;|%)[ \t]{0,4}highlight-(next-line|start|end)[ \t]{0,4}(?:-->|\*\/\}?)?[ \t]*$/
const FENCE = /^[ \t>]*(?:`{3,}|~{3,})/
const TWOSLASH = /^[ \t>]*(?:`{3}|~{3}).*\btwoslash\b/
/** Only the compiler of Twoslash reads what stands before it: https://twoslash.netlify.app/refs/notations. */
const CUT = /^[ \t]*\/\/ ---cut(?:-before)?---[ \t]*$/
const CUT_AFTER = /^[ \t]*\/\/ ---cut-after---[ \t]*$/
/** `// @errors: 2322`, and `//    ^?`, which shows a type. */
const QUERY = /^[ \t]*\/\/(?:[ \t]*@\w+(?::|[ \t]*$)|[ \t]*\^[?|])/

/** Code as readers see it, without marks of lines for a build, and without what only a compiler reads. */
export function withoutCodeMarks(lines: readonly SourceLine[]): SourceLine[] {
  const shown: SourceLine[] = []
  /** Of a block for Twoslash: where its code begins among the lines that are shown. */
  let start: number | undefined
  let isCut = false
  for (const line of lines) {
    if (!line.isCode) start = undefined
    else if (FENCE.test(line.text)) {
      isCut = false
      start = start === undefined && TWOSLASH.test(line.text) ? shown.length + 1 : undefined
    } else if (start !== undefined) {
      if (CUT.test(line.text)) shown.length = start
      if (CUT_AFTER.test(line.text)) isCut = true
      if (isCut || CUT.test(line.text) || QUERY.test(line.text)) continue
    }
    if (line.isCode && line.text.includes('highlight-') && MARKING_LINE.test(line.text)) continue
    const isMarked = line.isCode && line.text.includes('[!code')
    shown.push(isMarked ? { ...line, text: line.text.replaceAll(LINE_MARK, '') } : line)
  }
  return shown
}
