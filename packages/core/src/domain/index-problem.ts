/** What an index can lose, and how. */
export const INDEX_PROBLEM_KINDS = [
  'format',
  'encoding',
  'size',
  'name',
  'link',
  'unreadable',
  'frontmatter',
  'include',
  'navigation',
  'unlisted',
  'configuration',
  'openapi',
  'address',
  'source',
  'markup',
] as const

export type IndexProblemKind = (typeof INDEX_PROBLEM_KINDS)[number]

/**
 * An `error` left a page or a description of an API out. A `warning` left out a part, or readers of the site are
 * affected. A `note` is for information: the site itself leaves the same out, or nothing is lost.
 */
export type IndexProblemSeverity = 'error' | 'warning' | 'note'

/** Something wrong with one file of the documentation. */
export interface IndexProblem {
  kind: IndexProblemKind
  /** Repository-relative, posix. */
  file: string
  /** From 1; 0 when it concerns the whole file. */
  line: number
  message: string
  severity: IndexProblemSeverity
}

/** All problems of one kind: how many there are, some of them, and what to do. */
export interface ProblemGroup {
  kind: IndexProblemKind
  /** The worst among them. */
  severity: IndexProblemSeverity
  count: number
  /** What happened, with the count. */
  title: string
  /** What to do. */
  advice: string
  examples: IndexProblem[]
}
