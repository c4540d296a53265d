import type { ReferenceKind } from '../formats/page/source-format.ts'

/**
 * What a reference means: a file, which may not exist; `elsewhere` for something of another repository; undefined for
 * what is no reference.
 */
export type FoundReference = { file: string; exists: boolean } | 'elsewhere' | undefined

export interface ReferenceMove {
  /** The file with the reference, where it is now. */
  home: string
  /** The file that it must mean. */
  to: string
  /** As it was written, without an anchor. */
  written: string
  as: ReferenceKind
}

/** References that can be looked up, and written anew when files move. Paths are the layout's. */
export interface MovableReferences {
  /** @param target without an anchor */
  find(path: string, target: string, as: ReferenceKind): FoundReference
  /** Ways to name a file, the one in the style that was written first; not each may lead there. */
  write(move: ReferenceMove): string[]
}
