import { MARKING_LINE } from './code-marks.ts'
import { type SourceLine, sourceLines } from './parts/source-lines.ts'

const FENCE = /^[ \t>]{0,40}(?:[-*+]|\d{1,9}[.)])?[ \t>]{0,40}(?:```|~~~)/
/** `// [!code ++]` of VitePress and Shiki: https://shiki.style/packages/transformers. */
const IN_LINE =
  /\[!code (highlight|hl|focus|warning|error|\+\+|--)(?::(\d{1,3}))?\][ \t]{0,4}(?:-->|\*\/)?[ \t]*$/
const KINDS: Readonly<Record<string, Kind>> = { '++': 'ins', '--': 'del' }

type Kind = 'mark' | 'ins' | 'del'

/**
 * Which lines of code the comments in it mark, written behind the fence as Expressive Code has it: `ins={2} mark={3,4}`.
 * The comments themselves stay, and `expandDialects` drops them: lines are counted without those that it drops.
 */
export function writeLineMarks(source: string): string {
  if (!source.includes('[!code') && !source.includes('highlight-')) return source
  const shown: SourceLine[] = []
  let open: number | undefined
  let marks = new LineMarks()
  for (const line of sourceLines(source)) {
    const isFence = line.isCode && FENCE.test(line.text)
    if (!line.isCode || isFence) {
      const first = open === undefined ? undefined : shown[open]
      if (first !== undefined) shown[open ?? 0] = { ...first, text: first.text + marks.written() }
      marks = new LineMarks()
      open = isFence && open === undefined ? shown.length : undefined
    } else marks.read(line.text)
    shown.push(line)
  }
  return shown.map(({ text }) => text).join('\n')
}

class LineMarks {
  readonly #lines: Record<Kind, number[]> = { mark: [], ins: [], del: [] }
  #line = 0
  #isInRange = false
  #isNext = false

  read(text: string): void {
    const [, own] = MARKING_LINE.exec(text) ?? []
    if (own !== undefined) {
      this.#isNext = own === 'next-line'
      this.#isInRange = own === 'start'
      return
    }
    this.#line++
    const [, kind, count = '1'] = IN_LINE.exec(text) ?? []
    if (kind !== undefined)
      for (let at = 0; at < Number(count); at++) this.#lines[KINDS[kind] ?? 'mark'].push(this.#line + at)
    else if (this.#isNext || this.#isInRange) this.#lines.mark.push(this.#line)
    this.#isNext = false
  }

  written(): string {
    return Object.entries(this.#lines)
      .map(([kind, lines]) => (lines.length === 0 ? '' : ` ${kind}={${lines.join(',')}}`))
      .join('')
  }
}
