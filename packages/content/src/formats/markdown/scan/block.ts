/** A stretch of a Markdown source, whole lines; offsets are into the source. Comments and MDX ESM make no block. */
export type Block = HeadingBlock | CodeBlock | TextBlock

export interface HeadingBlock {
  kind: 'heading'
  start: number
  end: number
  depth: number
  /** Of its inline Markdown, without marks and explicit id. */
  textStart: number
  textEnd: number
  /** Of `{#id}`, or of a list of attributes with an id. */
  explicitId?: string
  /** In a list or quotation: has an anchor, but its lines are also part of a text block. */
  nested: boolean
}

export interface CodeBlock {
  kind: 'code'
  start: number
  end: number
  /** False for code by indentation. */
  fenced: boolean
  closed: boolean
  /** Columns of indentation that only reflect JSX nesting. */
  base: number
}

/** Paragraphs, list items, table rows, tags, quotations: lines without a blank one between. */
export interface TextBlock {
  kind: 'text'
  start: number
  end: number
  /** Raw HTML, in which only tags mean something. */
  html: boolean
  base: number
}
