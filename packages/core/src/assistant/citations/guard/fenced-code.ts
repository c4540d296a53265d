import { columnsOf, type GuardStep, MAX_HELD, verbatim } from './guard-step.ts'

/**
 * A fenced code block. What is in it passes as it is, but so that every renderer sees it in the block: a line that is
 * indented less than the fence, which would end a list item and the block with it, is indented like the fence.
 */
export class FencedCode {
  /** Set once the closing fence has passed. */
  isClosed = false
  #inLine: boolean

  constructor(
    private readonly mark: '`' | '~',
    private readonly length: number,
    /** Columns before the fence. */
    private readonly indent: number,
    opening: string,
  ) {
    this.#inLine = !opening.endsWith('\n')
  }

  step(input: string, final: boolean): GuardStep | undefined {
    if (this.#inLine) {
      const end = input.indexOf('\n') + 1
      this.#inLine = end === 0
      return verbatim(input, end === 0 ? input.length : end)
    }
    const space = /^[ \t]*/.exec(input)?.[0] ?? ''
    const first = input[space.length]
    if (first === undefined) return final ? { length: input.length, text: '' } : undefined
    if (first === '\n' || input.startsWith('\r\n', space.length))
      return verbatim(input, input.indexOf('\n') + 1)
    const columns = columnsOf(space)
    if (first === this.mark) {
      const newline = input.indexOf('\n')
      const line = newline === -1 ? input : input.slice(0, newline)
      if (line.length < MAX_HELD && /^[ \t]*[`~]+[ \t\r]*$/.test(line)) {
        if (newline === -1 && !final) return undefined
        const closing = this.#closing(line, space, columns)
        if (closing !== undefined)
          return newline === -1
            ? { length: line.length, text: closing }
            : { length: newline + 1, text: `${closing}\n` }
      }
    }
    this.#inLine = true
    return { length: space.length, text: columns < this.indent ? ' '.repeat(this.indent) : space }
  }

  /** The fence that ends a block whose text ends before it. */
  end(): string {
    return `${this.#inLine ? '\n' : ''}${' '.repeat(this.indent)}${this.mark.repeat(this.length)}\n`
  }

  /** A closing fence as all renderers know it; a line that only some of them take for one is indented as code. */
  #closing(line: string, space: string, columns: number): string | undefined {
    const marks = line.trim()
    const run = new RegExp(`^${this.mark}+`).exec(marks)?.[0].length ?? 0
    const deepest = this.indent === 0 ? 3 : this.indent + 3
    if (run < this.length) return undefined
    if (run < marks.length) return ' '.repeat(this.indent + 4) + marks
    if (columns > deepest) return undefined
    this.isClosed = true
    const isPlain = !space.includes('\t') && columns >= this.indent && columns <= 3
    return (isPlain ? space : ' '.repeat(this.indent)) + marks + (line.endsWith('\r') ? '\r' : '')
  }
}
