export type ProblemRule =
  | 'added-check'
  | 'asciidoc-invalid'
  | 'text-generated'
  | 'broken-anchor'
  | 'broken-image'
  | 'broken-link'
  | 'code-fence-unclosed'
  | 'duplicate-id'
  | 'frontmatter-invalid'
  | 'mdx-invalid'
  | 'myst-invalid'
  | 'navigation-computed'
  | 'navigation-duplicate'
  | 'navigation-invalid'
  | 'navigation-missing-page'
  | 'navigation-unlisted'
  | 'openapi-invalid'
  | 'openapi-reference'
  | 'page-too-large'

/** Something wrong with a file, said so that its author can mend it. */
export interface Problem {
  /** Repository-relative, posix. */
  file: string
  /** From 1. */
  line: number
  /** From 1. */
  column: number
  rule: ProblemRule
  message: string
  /** An `error` breaks the page or a reader's click; a `warning` does not. */
  severity: 'error' | 'warning'
}
