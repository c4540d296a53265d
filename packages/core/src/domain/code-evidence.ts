/** What became of a name of the code; `touched` is a change that has no name of its own. */
export type CodeChangeKind = 'added' | 'removed' | 'changed' | 'described' | 'touched'

/** One change of the code, and the pages that it may make stale. */
export interface EvidenceRow {
  /** 1 for the first of a job, no number twice in it. */
  readonly row: number
  /** The same for the same change of the same names, whichever commit brings it. */
  readonly key: string
  /** The name that changed; '' for a change without one. */
  readonly name: string
  /** Names that changed with it, such as the fields of a new type. */
  readonly more?: readonly string[]
  readonly change: CodeChangeKind
  /** Title of the change of the code. */
  readonly title: string
  readonly commit: string
  readonly file: string
  /** 1-based; of the newer text, or of the older one for what was removed. */
  readonly line: number
  /** Where people read the line, and the change; absent where the git host has no such pages. */
  readonly lineUrl?: string
  readonly changeUrl?: string
  readonly pages: readonly { readonly path: string; readonly why: string }[]
}

/** Why a run looks at the documentation: changes of the code. */
export interface CodeEvidence {
  readonly rows: readonly EvidenceRow[]
  /** Who wrote the code, by their names on the git host of the documentation. */
  readonly authors?: readonly string[]
  /**
   * True: fewer people can read the code than the pull requests of the documentation, so its names and links stay out of
   * them.
   */
  readonly isHidden?: boolean
}
