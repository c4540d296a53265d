import { DocentError } from '@docent/core/plugin'

/** The cache no longer has a commit that it fetched: another process that shares it has made it anew since then. */
export class CommitMissing extends DocentError {
  override readonly name = 'CommitMissing'

  constructor(repository: string, commit: string) {
    super('git_host_failed', `${repository} has no commit ${commit}.`, { isRetryable: true })
  }

  /** Works across two copies of the package. */
  static override is(error: unknown): error is CommitMissing {
    return DocentError.is(error) && error.name === 'CommitMissing'
  }
}
