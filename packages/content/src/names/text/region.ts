/** A stretch of Markdown that is read in one way. */
export interface Region {
  kind: 'prose' | 'span' | 'fence'
  start: number
  end: number
  /** First word behind the fence, in lower case; '' without one. */
  language: string
}
