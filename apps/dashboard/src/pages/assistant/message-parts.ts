import type { UIMessage } from 'ai'

export function textOf({ parts }: UIMessage): string {
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('')
}

/** As a screen reader speaks it: without the marks of Markdown and the addresses of links. */
export function spokenText(message: UIMessage): string {
  return textOf(message)
    .replace(/\]\([^)]{0,1000}\)/g, ']')
    .replace(/[*`#|[\]]/g, '')
}

/** Titles of the pages that it cites, by their addresses. */
export function titlesOf({ parts }: UIMessage): ReadonlyMap<string, string> {
  return new Map(
    parts.flatMap((part) =>
      part.type === 'source-url' && part.title ? [[part.url, part.title] as const] : [],
    ),
  )
}

/** Numbers of the passages that it cites. */
export function citedBy(message: UIMessage): ReadonlySet<number> {
  return new Set([...textOf(message).matchAll(/\[(\d{1,3})\](?=\()/g)].map(([, number]) => Number(number)))
}

/** Of the conversation that a message belongs to. */
export function threadOf(message: UIMessage | undefined): string | undefined {
  const id = (message?.metadata as { threadId?: unknown } | undefined)?.threadId
  return typeof id === 'string' ? id : undefined
}

export interface FoundPassage {
  number: number
  path: string
  url: string
  title: string
  content: string
}

/** What the tools of an answer returned: results of searches and whole pages, by the numbers that citations have. */
export function foundBy({ parts }: UIMessage): FoundPassage[] {
  return parts.flatMap((part) => ('output' in part ? passagesOf(part.output) : []))
}

/** Shapes of the stream that `apps/docs/content/api/streams.mdx` describes. */
type ToolOutput =
  | ({ type: 'page' } & FoundPassage)
  | { type: 'search'; results: readonly SearchResult[] }
  | { type?: never }

interface SearchResult {
  path: string
  url: string
  content: string
  metadata: { title: string; headings: readonly string[]; number: number }
}

function passagesOf(value: unknown): FoundPassage[] {
  const output = (value ?? {}) as ToolOutput
  if (output.type === 'page') return [output]
  if (output.type !== 'search') return []
  return output.results.map(({ path, url, content, metadata: { title, headings, number } }) => ({
    number,
    path,
    url,
    title: headings.at(-1) ?? title,
    content,
  }))
}
