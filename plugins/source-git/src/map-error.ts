import { GitError, mapRemoteFailure, redact } from '@docent/git'

/** Translates a failure of git with a remote into what a person can do, or the next indexing can retry. */
export function mapSourceError(
  error: unknown,
  { repository, advice }: { repository: string; advice?: string | undefined },
): unknown {
  if (!GitError.is(error)) return error
  return mapRemoteFailure(error, { repository: redact(repository), plugin: 'sourceGit()', advice })
}
