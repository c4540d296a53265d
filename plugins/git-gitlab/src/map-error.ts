import type { DocentError } from '@docent/core'
import { mapHostFailure } from '@docent/git-host'

/** What was being done, so that a message can say how to mend it. */
export interface ErrorContext {
  /** `group/name` */
  project: string
  /** Continues "GitLab refused to …". */
  doing: string
  /** Milliseconds since the epoch. */
  now: number
}

/** The one place where failures of GitLab become Docent's. A DocentError passes unchanged. */
export function mapError(error: unknown, context: ErrorContext): DocentError {
  return mapHostFailure(error, {
    vendor: 'GitLab',
    place: context.project,
    doing: context.doing,
    now: context.now,
    misconfigured: (status, message) => misconfigured(status, message, context),
  })
}

/** What a person must do; undefined when it is not a person's to mend. */
function misconfigured(
  status: number,
  message: string,
  { project, doing }: ErrorContext,
): string | undefined {
  if (status === 401) {
    return `GitLab did not accept the token (asked to ${doing}): it is wrong, expired or revoked. Set a new one as token of git-gitlab (GITLAB_TOKEN).`
  }
  if (status === 403 && /insufficient_scope/.test(message)) {
    return `The token's scopes do not allow to ${doing} in ${project}: make one with the scopes api and write_repository, and set it as token of git-gitlab (GITLAB_TOKEN).`
  }
  if (status === 403) {
    return `GitLab does not allow this token to ${doing} in ${project}: give its user the role Developer or higher, check that merge requests are enabled, that the project is not archived, and that no protected branch rule covers Docent's branches (Settings > Repository > Protected branches).`
  }
  if (status === 405 && /moved/i.test(message)) {
    return `The project ${project} was moved or renamed: set its new URL as the project's repository.`
  }
  if (status >= 300 && status < 400) {
    return `GitLab answers under another address: set it as baseUrl of git-gitlab (GITLAB_URL), with https where it has it.`
  }
  if (status === 404 || status === 410 || status === 451) {
    return `GitLab knows no project ${project} that this token may see (asked to ${doing}). Check the project's repository URL, and that the token's user is a member with the role Developer or higher.`
  }
  return undefined
}
