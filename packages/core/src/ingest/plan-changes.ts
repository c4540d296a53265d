import type { SourceFile } from '../ports/docs-source.ts'

/** A documentation file of the source, as the index knows it. */
export interface CandidateFile {
  file: SourceFile
  /** Repository-relative, posix. */
  path: string
  /** See `PagePolicy.hash`. */
  hash: string
}

export interface ChangePlan {
  /** To be parsed. */
  changed: CandidateFile[]
  exists(path: string): boolean
  /** Exists, and is as it was at the last commit. */
  isUnchanged(path: string): boolean
}

/** What must be read again: neither in the index nor among the skipped with the hash it has now. */
export function planChanges(
  files: readonly CandidateFile[],
  indexed: ReadonlyMap<string, string>,
  skipped: ReadonlyMap<string, string>,
): ChangePlan {
  const changed = files.filter(({ path, hash }) => indexed.get(path) !== hash && skipped.get(path) !== hash)
  const all = new Set(files.map(({ path }) => path))
  const again = new Set(changed.map(({ path }) => path))
  return {
    changed,
    exists: (path) => all.has(path),
    isUnchanged: (path) => all.has(path) && !again.has(path),
  }
}
