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
  /** Of code that the answer makes itself: it needs a proof only where the evidence has one of these. */
  ownUnless?: readonly string[]
  /**
   * What the code of an answer only illustrates, such as a value that it proposes or a file of the reader: it needs a
   * proof only where the documentation has one of these, and none where there are none.
   */
  freeUnless?: readonly string[]
  /** Where the line begins that a key of configuration stands below. Where the documentation has none of several keys, they are the reader's. */
  below?: number
  /** It needs a proof only where the documentation has one of these: the command of a subcommand, the domain of a key. */
  onlyWith?: readonly string[]
  /** Of a number that the text calls the default of its option: where the documentation tells that default, it has one of these. */
  asDefault?: readonly string[]
  /** Words around a number that belongs to no option: its evidence is about one of them. */
  about?: readonly string[]
}

export interface NamePair {
  /** As it is shown. */
  text: string
  keys: readonly string[]
  /** A value must stand near its option; a flag only in one passage with its command. */
  near: boolean
}
