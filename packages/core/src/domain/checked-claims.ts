/** A sentence of an answer that was checked against the passages that the answer cites. */
export interface CheckedClaim {
  /** UTF-16 units of the answer's text. */
  readonly start: number
  readonly end: number
  /** 0 to 1. */
  readonly supported: number
}

/** What a checker of claims said of an answer. */
export interface CheckedClaims {
  /** Name of the checker, or the model that judged. */
  readonly checker: string
  /** Claims below it count as not supported. */
  readonly threshold: number
  readonly claims: readonly CheckedClaim[]
}

/** Who checks the claims of a project's answers, and from where on a claim counts as supported. */
export interface ClaimSettings {
  /** `model`: the project's own model judges; `checker`: the plugin that fills the port ClaimChecker. */
  readonly by: 'model' | 'checker'
  readonly threshold: number
}
