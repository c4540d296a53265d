import type { HostWebhook } from '@docent/core/plugin'
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
  { isOwn, number, state, branch, ended }: Pick<HostPull, 'isOwn' | 'number' | 'state' | 'branch' | 'ended'>,
): WebhookEvent | undefined {
  if (!isOwn) return undefined
  return { kind: 'pull-request', repository, number, state, branch, ...(ended ? { ended } : {}) }
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
