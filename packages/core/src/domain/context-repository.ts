/** A repository that the agent of a project reads beside the documentation, such as the product's source. */
export interface ContextRepository {
  /** A DNS label, unique in the project: the agent reads `context:{name}/{path}`. */
  readonly name: string
  /** Full URL, without credentials. */
  readonly repository: string
  /** Undefined asks the git host for the default branch. */
  readonly branch?: string
  /** Only files below this folder are read; posix. */
  readonly folder?: string
}

/** A context repository as a run found it: read at `commit`, or not read because of `problem`, a sentence. */
export type FoundContext = Pick<ContextRepository, 'name' | 'repository'> &
  (
    | { readonly commit: string; readonly problem?: never }
    | { readonly commit?: never; readonly problem: string }
  )

/** Context repositories of one project. */
export const MOST_CONTEXTS = 5
