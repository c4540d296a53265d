import { DocentError, type DocentErrorOptions } from './docent-error.ts'

/**
 * The git host will not let Docent do its work until a person mends something: no permission, App not installed,
 * repository or base branch gone. The message says how to mend it; the job fails with the same reason.
 */
export class GitHostMisconfigured extends DocentError {
  override readonly name = 'GitHostMisconfigured'
  constructor(message: string, options: DocentErrorOptions = {}) {
    super('git_host_misconfigured', message, options)
  }
}
