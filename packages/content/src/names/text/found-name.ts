/** What a name is; each has its rule in `kinds`. */
export type NameKind =
  | 'flag'
  | 'env'
  | 'path'
  | 'call'
  | 'key'
  | 'route'
  | 'url'
  | 'file'
  | 'package'
  | 'version'
  | 'number'
  | 'error-code'
  | 'label'
  | 'command'
  | 'value'

/** A token of an answer that its evidence can prove. */
export interface FoundName {
  /** As it is written. */
  text: string
  kind: NameKind
  /** UTF-16 units of the text that it was found in. */
  start: number
  end: number
  /** Any of these in the evidence proves it, the best first. */
  keys: readonly string[]
  /** Pieces that prove it together when they meet in one passage. */
  parts?: readonly string[]
  /** What it must meet in one passage: the command of a flag, the option of a value. */
  belongsTo?: NamePair
  /** The name spaces that claim it: where the documentation has none of them as its own, it says nothing of the name. Absent: the documentation as a whole. */
  spaces?: readonly string[]
  /** What other name spaces have there is no name at all: a command of others takes arguments. */
  onlyOwn?: true
  /** Names that claim it by themselves, where the documentation has one: what it begins with, the function that takes it. */
  claimedBy?: readonly string[]
  /** Of a key among others: where the documentation has fewer than that of them, they are the reader's or those of others. */
  group?: NameGroup
  /** Of a value of an option that the answer declares: it needs a proof only where the evidence has one of these. */
  ownUnless?: readonly string[]
  /** Of a value that the answer proposes: it needs a proof only beside its option, where the documentation has one of these there. */
  freeUnless?: readonly string[]
  /** Of a number that the text calls the default of its option: where the documentation states that default, it has one of these. */
  asDefault?: readonly string[]
  /** Words around a number that belongs to no option: its evidence is about one of them. */
  about?: readonly string[]
}

export interface NameGroup {
  /** Where it begins. */
  at: number
  /** How many of its other keys the documentation has, at least. */
  least: number
}

export interface NamePair {
  /** As it is shown. */
  text: string
  keys: readonly string[]
  /** A value must stand near its option; a flag only in one passage with its command. */
  near: boolean
}
