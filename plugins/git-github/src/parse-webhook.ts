import { commentBy, githubShapedEvents, type WebhookAuthor } from '@docent/git-host'
import { z } from 'zod'

const Repository = z.object({ html_url: z.string() }).transform(({ html_url: url }) => url)
const Pull = z.object({ number: z.number() })
const Author = z
  .object({ login: z.string(), type: z.string().nullish() })
  .nullish()
  .transform((user): WebhookAuthor => {
    const isPerson = user != null && user.type !== 'Bot'
    return { author: user?.login ?? '', authorKey: isPerson ? user.login : undefined }
  })

/** The text of a review; its comments on lines come as events of their own. */
const Review = z
  .object({
    action: z.string(),
    pull_request: Pull,
    review: z.object({ id: z.number(), body: z.string().nullish(), state: z.string(), user: Author }),
    repository: Repository,
  })
  .transform(({ action, pull_request: { number }, review, repository }) => {
    const body = review.body?.trim() ?? ''
    if (action !== 'submitted' || body === '') return undefined
    const comment = { repository, number, commentId: `review-text:${review.id}`, body }
    // An approval with a kind word asks for nothing.
    const isReview = review.state.toLowerCase() !== 'approved' && { isReview: true }
    return commentBy(review.user, { ...comment, ...isReview })
  })

const ReviewComment = z
  .object({
    action: z.string(),
    pull_request: Pull,
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
  .transform(({ action, pull_request: { number }, comment, repository }) => {
    const { id, in_reply_to_id: root = id, body, path, line, original_line: original, user } = comment
    const about = { repository, number, commentId: `review:${id}:${root ?? id}`, body, path }
    return action === 'created' ? commentBy(user, { ...about, line: line ?? original }) : undefined
  })

export const events = {
  ...githubShapedEvents(Author),
  pull_request_review: Review,
  pull_request_review_comment: ReviewComment,
}

/**
 * The review comment that began the thread of `commentId`; undefined for a comment in the conversation, which has
 * no thread. GitHub refuses replies to replies, so the id carries both.
 */
export function threadOf(commentId: string): number | undefined {
  const root = /^(?:review:\d+:)?(\d+)$/.exec(commentId)?.[1]
  return root === undefined ? undefined : Number(root)
}
