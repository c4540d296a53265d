import type { AnswerEncoder } from './answer-encoder.ts'
import type { AnswerPart, SourcePart } from './answer-part.ts'
import { SurrogateJoiner } from './surrogate-joiner.ts'

/** Passages below an answer, and characters of each. */
const MOST_EXCERPTS = 5
const MOST_OF_AN_EXCERPT = 1_500

/** Writes one answer as Markdown, for programs that read nothing else: the text, its sources, and what they say. */
export function createMarkdownEncoder(): AnswerEncoder {
  return new MarkdownEncoder()
}

interface Passage {
  url: string
  title: string
  content: string
}

class MarkdownEncoder implements AnswerEncoder {
  readonly headers = { 'content-type': 'text/markdown; charset=utf-8' }
  /** Whatever it were would be part of the text. */
  readonly keepAlive = ''

  readonly #text = new SurrogateJoiner()
  readonly #sources: SourcePart[] = []
  readonly #passages = new Map<string, Passage>()
  #closed = false

  encode(part: AnswerPart): string {
    if (this.#closed) return ''
    switch (part.type) {
      case 'text':
        return this.#text.push(part.text)
      case 'tool-result':
        for (const passage of passagesIn(part.output)) this.#passages.set(passage.content, passage)
        return ''
      case 'source':
        this.#sources.push(part)
        return ''
      case 'finish':
        return this.#end(this.#sourceList() + this.#excerpts())
      case 'error':
        return this.#end(`\n\n> ${part.message}`)
      case 'abort':
        return this.#end('\n\n> The answer was stopped before it was complete.')
      default:
        return ''
    }
  }

  end(): string {
    if (this.#closed) return ''
    this.#closed = true
    return this.#text.flush()
  }

  #end(rest: string): string {
    const text = this.#text.flush()
    this.#closed = true
    return `${text}${rest}\n`
  }

  #sourceList(): string {
    if (this.#sources.length === 0) return ''
    const lines = this.#sources.map(({ url, title = url }) => `- [${label(title)}](${target(url)})`)
    return `\n\n## Sources\n\n${lines.join('\n')}`
  }

  /** Of cited pages first: what was found and not used may still be what the reader needs. */
  #excerpts(): string {
    const cited = new Set(this.#sources.map(({ url }) => withoutAnchor(url)))
    const isCited = ({ url }: Passage) => cited.has(withoutAnchor(url))
    const all = [...this.#passages.values()]
    const shown = [...all.filter(isCited), ...all.filter((passage) => !isCited(passage))]
    if (shown.length === 0) return ''
    const parts = shown
      .slice(0, MOST_EXCERPTS)
      .map(({ url, title, content }) => `### [${label(title)}](${target(url)})\n\n${quoted(content)}`)
    return `\n\n## Excerpts\n\n${parts.join('\n\n')}`
  }
}

function passagesIn(output: unknown): Passage[] {
  if (typeof output !== 'object' || output === null || !('results' in output)) return []
  const { results } = output
  return Array.isArray(results) ? results.flatMap(passageOf) : []
}

function passageOf(result: { url?: unknown; content?: unknown; metadata?: { title?: unknown } }): Passage[] {
  const { url, content, metadata } = result
  if (typeof url !== 'string' || typeof content !== 'string') return []
  return [{ url, content, title: typeof metadata?.title === 'string' ? metadata.title : url }]
}

/** As a quotation: a passage can have headings and code of its own. */
function quoted(content: string): string {
  const isLong = content.length > MOST_OF_AN_EXCERPT
  const text = isLong ? `${content.slice(0, MOST_OF_AN_EXCERPT).toWellFormed()}…` : content
  return text
    .trim()
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')
}

function label(title: string): string {
  return title.replace(/\s+/g, ' ').replaceAll(/[[\]\\]/g, '\\$&')
}

/** Within `(…)`: what would end the address is written as it is in one. */
function target(url: string): string {
  return url
    .replace(/[\s()<>]/g, encodeURIComponent)
    .replaceAll('(', '%28')
    .replaceAll(')', '%29')
}

function withoutAnchor(url: string): string {
  return url.split('#', 1)[0] ?? ''
}
