import type { DocentError } from '@docent/core'
import { mapHostFailure } from '@docent/git-host'

/** What was being done, so that a message can say how to mend it. */
export interface ErrorContext {
  /** `owner/name` */
  repository: string
  /** Continues "The git host refused to …". */
  doing: string
  /** Milliseconds since the epoch. */
  now: number
}

/** The one place where failures of Gitea and Forgejo become Docent's. A DocentError passes unchanged. */
export function mapError(error: unknown, context: ErrorContext): DocentError {
  return mapHostFailure(error, {
    vendor: 'The git host',
    place: context.repository,
    doing: context.doing,
    now: context.now,
    misconfigured: (status, message) => misconfigured(status, message, context),
  })
}

/** What a person must do; undefined when it is not a person's to mend. */
function misconfigured(
  status: number,
  message: string,
  { repository, doing }: ErrorContext,
): string | undefined {
  if (status === 401) {
    return `The git host did not accept the token (asked to ${doing}): it is wrong, expired or revoked. Set a new one as token of git-gitea (GITEA_TOKEN).`
  }
  if (status === 403 && /scope/i.test(message)) {
    return `The token's scopes do not allow to ${doing} in ${repository}: make one with the scopes write:repository and write:issue, and set it as token of git-gitea (GITEA_TOKEN).`
  }
  if (status === 403) {
    return `The git host does not allow this token to ${doing} in ${repository}: make its user a collaborator with the permission Write, check that pull requests are enabled in the repository's settings, and that no branch protection rule covers Docent's branches.`
  }
  if (status >= 300 && status < 400) {
    return `The git host answers under another address: set it as baseUrl of git-gitea (GITEA_URL), with https where it has it.`
  }
  if (status === 423) {
    return `The repository ${repository} is archived and cannot be changed: unarchive it in its settings.`
  }
  if (status === 404 || status === 410 || status === 451) {
    return `The git host knows no repository ${repository} that this token may see (asked to ${doing}). Check the project's repository URL, and that the token's user is a collaborator with the permission Write.`
  }
  return undefined
}
