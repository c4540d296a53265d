import type { HostWebhook } from '@docent/core'
import { z } from 'zod'
import type { HostPull } from '../host-pull.ts'

type Comment = HostWebhook & { kind: 'comment' }

/**
 * A comment as its payload says it. It lacks whether its author may write, which only the API knows; `authorKey` is by
 * what to ask, undefined for a bot.
 */
export type WebhookComment = Omit<Comment, 'authorCanWrite' | 'deliveryId' | 'commentId'> & {
  authorKey: string | undefined
  /** That of the delivery when left out. */
  commentId?: string
}

export type WebhookAuthor = Pick<WebhookComment, 'author' | 'authorKey'>

/** What a payload says. `repository` is the URL of its page. */
export type WebhookEvent =
  | Omit<HostWebhook & { kind: 'push' }, 'deliveryId'>
  | Omit<HostWebhook & { kind: 'pull-request' }, 'deliveryId'>
  | WebhookComment

/** Undefined for a tag, and for a branch that was deleted. */
export function pushTo(repository: string, ref: string, commit: string): WebhookEvent | undefined {
  const [, branch] = /^refs\/heads\/(.+)$/s.exec(ref) ?? []
  return branch === undefined || /^0+$/.test(commit)
    ? undefined
    : { kind: 'push', repository, branch, commit }
}

/** Undefined for a fork's branch, which may bear the name of a job's. */
export function pullChanged(
  repository: string,
  { isOwn, number, state, branch }: Pick<HostPull, 'isOwn' | 'number' | 'state' | 'branch'>,
): WebhookEvent | undefined {
  return isOwn ? { kind: 'pull-request', repository, number, state, branch } : undefined
}

const Repository = z.object({ html_url: z.string() }).transform(({ html_url: url }) => url)

/**
 * The events that other hosts send in the shape of GitHub: pushes, changes of pull requests, comments in their
 * conversation.
 */
export function githubShapedEvents(pull: z.ZodType<HostPull>, author: z.ZodType<WebhookAuthor>) {
  return {
    push: z
      .object({ ref: z.string(), after: z.string(), repository: Repository })
      .transform(({ repository, ref, after }) => pushTo(repository, ref, after)),
    pull_request: z
      .object({ pull_request: pull, repository: Repository })
      .transform(({ repository, pull_request: changed }) => pullChanged(repository, changed)),
    issue_comment: z
      .object({
        action: z.string(),
        is_pull: z.boolean().nullish(),
        issue: z.object({ number: z.number(), pull_request: z.unknown().optional() }),
        comment: z.object({ id: z.number(), body: z.string().nullish(), user: author }),
        repository: Repository,
      })
      .transform(({ action, is_pull: isPull, issue, comment: { id, body, user }, repository }) =>
        action === 'created' && (isPull ?? issue.pull_request != null)
          ? commentBy(user, { repository, number: issue.number, commentId: `issue:${id}`, body })
          : undefined,
      ),
  }
}

/** A comment without what its payload leaves open. */
export function commentBy(
  by: WebhookAuthor,
  {
    body,
    path,
    line,
    ...about
  }: Pick<WebhookComment, 'repository' | 'number' | 'commentId' | 'isReview'> & {
    body: string | null | undefined
    path?: string | null | undefined
    line?: number | null | undefined
  },
): WebhookComment {
  const place = { ...(path == null ? {} : { path }), ...(line == null ? {} : { line }) }
  return { kind: 'comment', ...about, body: body ?? '', ...by, ...place }
}
