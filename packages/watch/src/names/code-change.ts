import type { FileDiff } from '../diff/parse-diff.ts'

/** A file before and after a change, with the lines that differ. */
export interface ChangedFile extends FileDiff {
  /** Absent for an added file. */
  readonly before?: string
  /** Absent for a deleted one. */
  readonly after?: string
}

export interface CodeChange {
  /** First line of the message. */
  readonly title: string
  readonly body: string
  readonly files: readonly ChangedFile[]
}

/** What became of a name. */
export type NameChange = 'added' | 'removed' | 'changed' | 'described'

export interface ChangedName {
  readonly name: string
  readonly change: NameChange
  /** A flag, a variable, or a key of a setting; another declaration; another text that looks like a name. */
  readonly kind: 'option' | 'symbol' | 'literal'
  readonly file: string
  /** 1-based, in the newer text, or in the older one of what was removed. */
  readonly line: number
  /** What it was changed with: the outermost declaration that it is or stands in, or else the lines that changed. */
  readonly place: string
}

export interface ChangedNames {
  readonly names: readonly ChangedName[]
  /** Declarations that hold a change, and names beside a new one. */
  readonly around: readonly string[]
  /** Words of messages and comments that came or went. */
  readonly said: readonly string[]
  /** Lines that differ and are no comments or blanks. */
  readonly codeLines: number
  readonly commentLines: number
}
