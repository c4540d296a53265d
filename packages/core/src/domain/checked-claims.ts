/** A sentence of an answer that was checked against the passages that it cites. */
export interface CheckedClaim {
  /** UTF-16 units of the answer's text. */
  readonly start: number
  readonly end: number
  /** 0 to 1. */
  readonly supported: number
  /** Of `passages`: the one that supports it best. Absent in answers from before it was kept. */
  readonly passage?: number
}

/** A passage that a sentence was compared with. */
export interface ClaimPassage {
  readonly url: string
  readonly title: string
}

/** What a checker of claims said of an answer. */
export interface CheckedClaims {
  /** Name of the checker, or the model that judged. */
  readonly checker: string
  /** Claims below it count as not supported. */
  readonly threshold: number
  readonly claims: readonly CheckedClaim[]
  readonly passages?: readonly ClaimPassage[]
  /** What a model that judged has read and written; a part of the tokens of its turn. */
  readonly inputTokens?: number
  readonly outputTokens?: number
}

/** Who checks the claims of a project's answers, and from where on a claim counts as supported. */
export interface ClaimSettings {
  /** `model`: the project's own model judges; `checker`: the plugin that fills the port ClaimChecker. */
  readonly by: 'model' | 'checker'
  readonly threshold: number
}

/** Answers of one model whose claims were checked. */
export interface ClaimCount {
  /** `provider:model` that answered. */
  model: string
  checked: number
  /** Answers among them with a claim that is not supported. */
  unsupported: number
}

export function unsupportedClaims({ claims, threshold }: CheckedClaims): CheckedClaim[] {
  return claims.filter(({ supported }) => supported < threshold)
}

interface ClaimedTurn {
  readonly inputTokens: number
  readonly outputTokens: number
  readonly claims?: CheckedClaims
}

/** A stored turn with what a check of its claims came to, in place of an earlier one. Its tokens include the check's. */
export function withClaims<Turn extends ClaimedTurn>(turn: Turn, claims: CheckedClaims): Turn {
  const { inputTokens, outputTokens, claims: earlier } = turn
  return {
    ...turn,
    claims,
    inputTokens: inputTokens - (earlier?.inputTokens ?? 0) + (claims.inputTokens ?? 0),
    outputTokens: outputTokens - (earlier?.outputTokens ?? 0) + (claims.outputTokens ?? 0),
  }
}

/** Counts answers by the model that wrote them, in the order of the models; those that nobody checked are left out. */
export function countClaims(turns: Iterable<{ model: string; claims?: CheckedClaims }>): ClaimCount[] {
  const counts = new Map<string, ClaimCount>()
  for (const { model, claims } of turns) {
    if (claims === undefined) continue
    const count = counts.get(model) ?? { model, checked: 0, unsupported: 0 }
    counts.set(model, count)
    count.checked++
    if (unsupportedClaims(claims).length > 0) count.unsupported++
  }
  return [...counts.values()].sort((one, other) =>
    one.model < other.model ? -1 : Number(one.model > other.model),
  )
}
