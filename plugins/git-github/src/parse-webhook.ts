import { type ParsedWebhook, readPayload } from '@docent/git-host'
import { z } from 'zod'
import { GithubPull, isOwnBranch, stateOf } from './github-pull.ts'

const Repository = z.object({ html_url: z.string() })
const Author = z.object({ login: z.string(), type: z.string().nullish() }).nullish()
const Push = z.object({
  ref: z.string(),
  after: z.string(),
  deleted: z.boolean().nullish(),
  repository: Repository,
})
const PullEvent = z.object({ pull_request: GithubPull, repository: Repository })
const IssueComment = z.object({
  action: z.string(),
  issue: z.object({ number: z.number(), pull_request: z.unknown().optional() }),
  comment: z.object({ id: z.number(), body: z.string().nullish(), user: Author }),
  repository: Repository,
})
const ReviewComment = z.object({
  action: z.string(),
  pull_request: z.object({ number: z.number() }),
  comment: z.object({
    id: z.number(),
    in_reply_to_id: z.number().nullish(),
    body: z.string().nullish(),
    path: z.string().nullish(),
    line: z.number().nullish(),
    original_line: z.number().nullish(),
    user: Author,
  }),
  repository: Repository,
})

const Review = z.object({
  action: z.string(),
  pull_request: z.object({ number: z.number() }),
  review: z.object({ id: z.number(), body: z.string().nullish(), state: z.string(), user: Author }),
  repository: Repository,
})

/**
 * Reads the payload of a delivery whose signature was verified.
 * @throws DocentError `invalid_request` when it is no payload of GitHub.
 */
export function parseWebhook(event: string, deliveryId: string, payload: unknown): ParsedWebhook | undefined {
  return readers[event]?.(payload, deliveryId)
}

/** Undefined: nothing that Docent acts on. */
const readers: Readonly<Record<string, (payload: unknown, deliveryId: string) => ParsedWebhook | undefined>> =
  {
    push(payload, deliveryId) {
      const push = read(Push, payload)
      if (!push.ref.startsWith('refs/heads/') || push.deleted) return undefined
      const branch = push.ref.slice('refs/heads/'.length)
      return { kind: 'push', repository: push.repository.html_url, branch, commit: push.after, deliveryId }
    },

    pull_request(payload, deliveryId) {
      const { pull_request: pull, repository } = read(PullEvent, payload)
      // A fork's branch may bear the name of a job's.
      if (!isOwnBranch(pull)) return undefined
      return {
        kind: 'pull-request',
        repository: repository.html_url,
        number: pull.number,
        state: stateOf(pull),
        branch: pull.head.ref,
        deliveryId,
      }
    },

    issue_comment(payload, deliveryId) {
      const { action, issue, comment, repository } = read(IssueComment, payload)
      if (action !== 'created' || issue.pull_request == null) return undefined
      return {
        kind: 'comment',
        repository: repository.html_url,
        number: issue.number,
        commentId: `issue:${comment.id}`,
        body: comment.body ?? '',
        deliveryId,
        ...authorOf(comment.user),
      }
    },

    /** The text of a review; its comments on lines come as events of their own. */
    pull_request_review(payload, deliveryId) {
      const { action, pull_request: pull, review, repository } = read(Review, payload)
      const body = review.body?.trim() ?? ''
      if (action !== 'submitted' || body === '') return undefined
      return {
        kind: 'comment',
        repository: repository.html_url,
        number: pull.number,
        commentId: `review-text:${review.id}`,
        body,
        deliveryId,
        ...authorOf(review.user),
        // An approval with a kind word asks for nothing.
        ...(review.state.toLowerCase() === 'approved' ? {} : { isReview: true }),
      }
    },

    pull_request_review_comment(payload, deliveryId) {
      const { action, pull_request: pull, comment, repository } = read(ReviewComment, payload)
      if (action !== 'created') return undefined
      const line = comment.line ?? comment.original_line
      return {
        kind: 'comment',
        repository: repository.html_url,
        number: pull.number,
        commentId: `review:${comment.id}:${comment.in_reply_to_id ?? comment.id}`,
        body: comment.body ?? '',
        deliveryId,
        ...authorOf(comment.user),
        ...(comment.path == null ? {} : { path: comment.path }),
        ...(line == null ? {} : { line }),
      }
    },
  }

/**
 * The review comment that began the thread of `commentId`; undefined for a comment in the conversation, which has
 * no thread. GitHub refuses replies to replies, so the id carries both.
 */
export function threadOf(commentId: string): number | undefined {
  const root = /^(?:review:\d+:)?(\d+)$/.exec(commentId)?.[1]
  return root === undefined ? undefined : Number(root)
}

function authorOf(user: z.output<typeof Author>): { author: string; authorKey: string | undefined } {
  const isPerson = user != null && user.type !== 'Bot'
  return { author: user?.login ?? '', authorKey: isPerson ? user.login : undefined }
}

function read<Schema extends z.ZodType>(schema: Schema, payload: unknown): z.output<Schema> {
  return readPayload('GitHub', schema, payload)
}
