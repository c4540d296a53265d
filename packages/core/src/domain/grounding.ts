import type { NameKind } from '@docent/content'

/**
 * What happens to names that the documentation does not have: nothing, a mark, one more step of the model for their
 * block, or the loss of their sentence.
 */
export const GROUNDING_MODES = ['annotate', 'repair', 'strict', 'off'] as const
export type GroundingMode = (typeof GROUNDING_MODES)[number]

/**
 * What a name of an answer rests on, the strongest first: a passage that the answer cites, another one that was
 * retrieved, what the reader wrote, pages of the index that were not retrieved, or nothing. `unchecked`: nothing has it,
 * and it is in no name space of the documentation, or the index could not be asked.
 */
export const NAME_VERDICTS = ['cited', 'retrieved', 'asked', 'indexed', 'invented', 'unchecked'] as const
export type NameVerdict = (typeof NAME_VERDICTS)[number]

/** One checked name of an answer. */
export interface GroundedName {
  readonly text: string
  readonly kind: NameKind
  readonly verdict: NameVerdict
  /** UTF-16 units of the answer's text. */
  readonly start: number
  readonly end: number
  /** Number of the passage that proves it. */
  readonly passage?: number
  /** The nearest name that exists, for one that does not. */
  readonly suggestion?: string
  /** The command, option or method that it never meets in one passage, although both exist. */
  readonly unconfirmedWith?: string
}

/** What became of every name of an answer. */
export interface Grounding {
  /** In their order. Those that are cited are left out when there are more than 200. */
  readonly names: readonly GroundedName[]
  readonly counts: Readonly<Record<NameVerdict | 'unconfirmed', number>>
  /** Where reading the answer took too long and stopped, in UTF-16 units: names behind it are not checked. Absent: nowhere. */
  readonly uncheckedFrom?: number
  /** Invented names that the model wrote and the reader never saw. Absent: none. */
  readonly removed?: readonly RemovedName[]
}

/** An invented name that is not in the answer: its sentence was left out, or its block was written again. */
export interface RemovedName {
  readonly text: string
  readonly kind: NameKind
  readonly by: 'strict' | 'repair'
  readonly suggestion?: string
}
