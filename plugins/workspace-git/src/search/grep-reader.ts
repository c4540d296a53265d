import type { SearchHit } from '@docent/core/plugin'

export interface GrepReaderOptions {
  context: number
  limit: number
  /** Length of `<tree>:` before every path. */
  skip: number
  accepts(path: string): boolean
  /** Hits are added here. */
  hits: SearchHit[]
}

/**
 * Reads the output of `git grep -z -n`, with context also `--column`, piece by piece:
 * `<tree>:<path>\0<line>\0[<column>\0]<text>\n`, and `--\n` between groups of lines.
 */
export class GrepReader {
  readonly #options: GrepReaderOptions
  #rest: Buffer = Buffer.alloc(0)
  #path = ''
  #accepted = false
  #line = 0
  /** The last lines of the group, as many as a hit shows before it. */
  #recent: string[] = []
  #truncated = false

  constructor(options: GrepReaderOptions) {
    this.#options = options
  }

  /** True when there was a hit beyond the limit. */
  get truncated(): boolean {
    return this.#truncated
  }

  /** Answers false when nothing more is needed. */
  take(piece: Buffer): boolean {
    let data = this.#rest.length === 0 ? piece : Buffer.concat([this.#rest, piece])
    for (;;) {
      if (data[0] === 45 && data.length < 3) break
      if (data[0] === 45 && data[1] === 45 && data[2] === 10) {
        this.#recent = []
        this.#line = -1
        data = data.subarray(3)
        if (this.#truncated) return false
        continue
      }
      const pathEnd = data.indexOf(0)
      const lineEnd = pathEnd < 0 ? -1 : data.indexOf(0, pathEnd + 1)
      const textEnd = lineEnd < 0 ? -1 : data.indexOf(10, lineEnd + 1)
      if (textEnd < 0) break
      const path = data.toString('utf8', this.#options.skip, pathEnd)
      const line = Number(data.toString('latin1', pathEnd + 1, lineEnd))
      const column = this.#options.context > 0 ? columnEnd(data, lineEnd + 1, textEnd) : lineEnd
      const text = data.toString('utf8', (column < 0 ? lineEnd : column) + 1, textEnd).replace(/\r$/, '')
      data = data.subarray(textEnd + 1)
      if (!this.#add(path, line, text, column >= 0)) return false
    }
    this.#rest = Buffer.from(data)
    return true
  }

  #add(path: string, line: number, text: string, isHit: boolean): boolean {
    const { context, limit, hits } = this.#options
    if (path !== this.#path) {
      if (this.#truncated) return false
      this.#path = path
      this.#accepted = this.#options.accepts(path)
      this.#line = -1
    }
    if (!this.#accepted) return true
    if (line !== this.#line + 1) this.#recent = []
    this.#line = line
    for (let index = hits.length - 1; index >= 0; index--) {
      const hit = hits[index]
      if (!hit || hit.path !== path || line - hit.line > context) break
      hit.after.push(text)
    }
    if (isHit && hits.length >= limit) this.#truncated = true
    else if (isHit) hits.push({ path, line, text, before: [...this.#recent], after: [] })
    if (context > 0) {
      this.#recent.push(text)
      if (this.#recent.length > context) this.#recent.shift()
    }
    const last = hits.at(-1)
    return !(this.#truncated && (!last || last.path !== path || line - last.line >= context))
  }
}

/** Where the digits of a column end in a NUL; -1 when there are none: a line of context. */
function columnEnd(data: Buffer, start: number, end: number): number {
  for (let at = start; at < end; at++) {
    const byte = data[at] ?? 0
    if (byte === 0) return at > start ? at : -1
    if (byte < 48 || byte > 57) return -1
  }
  return -1
}
