import type { SourceFile } from '../../ports/docs-source.ts'
import type { FileToParse } from '../parsing/parse-files.ts'
import { repositoryPath } from '../source/repository-path.ts'
import type { PagePolicy } from './page-policy.ts'

/** A documentation file of the source, as the index knows it. */
export interface CandidateFile extends FileToParse {
  /** See `PagePolicy.hash`. */
  hash: string
}

/** The pages among the files of a source. */
export function candidateFiles(
  files: readonly SourceFile[],
  docsPath: string,
  policy: PagePolicy,
  known: {
    includes(path: string, file: SourceFile): readonly string[]
    hashes(paths: readonly string[]): string[]
    /** Of a page that comes and goes by itself. */
    phaseOf(path: string): string
  },
): CandidateFile[] {
  return files
    .filter(({ path }) => policy.isPage(path))
    .map((file) => {
      const path = repositoryPath(docsPath, file.path)
      const includes = known.includes(path, file)
      const hash = policy.hash(file.hash, file.path, known.hashes(includes), known.phaseOf(path))
      return { file, path, includes, hash }
    })
}

export interface ChangePlan {
  /** To be parsed. */
  changed: CandidateFile[]
  /** In the index, and no page any more. */
  gone: string[]
  exists(path: string): boolean
  /** Exists, and is as it was at the last commit. */
  isUnchanged(path: string): boolean
}

/** What must be read again: neither in the index nor among the skipped with the hash it has now. */
export function planChanges(
  files: readonly CandidateFile[],
  index: { indexed: ReadonlyMap<string, string>; skipped: ReadonlyMap<string, string>; force: boolean },
): ChangePlan {
  const { indexed, skipped, force } = index
  const isKnown = ({ path, hash }: CandidateFile) => indexed.get(path) === hash || skipped.get(path) === hash
  const changed = force ? [...files] : files.filter((file) => !isKnown(file))
  const all = new Set(files.map(({ path }) => path))
  const again = new Set(changed.map(({ path }) => path))
  return {
    changed,
    gone: [...indexed.keys()].filter((path) => !all.has(path)),
    exists: (path) => all.has(path),
    isUnchanged: (path) => all.has(path) && !again.has(path),
  }
}
