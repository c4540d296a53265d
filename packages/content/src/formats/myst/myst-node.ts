/** A node of MyST's tree: https://mystmd.org/spec. */
export interface MystNode {
  readonly type: string
  readonly children?: readonly MystNode[]
  readonly value?: string
  readonly name?: string
  readonly args?: string
  readonly kind?: string
  readonly depth?: number
  readonly url?: string
  readonly alt?: string
  readonly label?: string
  readonly identifier?: string
  readonly lang?: string
  readonly ordered?: boolean
  readonly start?: number
  readonly file?: string
  /** An include is shown as code. */
  readonly literal?: boolean
  readonly filter?: IncludeFilter
}

/** What an include takes of a file. Lines count from 1, below zero from the end; `[2]` goes to the end. */
export interface IncludeFilter {
  readonly startAt?: string
  readonly startAfter?: string
  readonly endAt?: string
  readonly endBefore?: string
  readonly lines?: readonly (number | readonly number[])[]
}
