import type { NameKind } from '@docent/content'

/** A name that a change brings into the documentation, and that nothing confirms. */
export interface UnconfirmedName {
  /** As it is written. */
  readonly text: string
  readonly kind: NameKind
  /** Where it stands first: the file of the change, and the line, from 1. */
  readonly file: string
  readonly line: number
  /** The nearest name that exists. */
  readonly nearest?: string
  /** The option that no file has together with this value, although both exist. */
  readonly with?: string
}
