import { z } from 'zod'
import type { GithubCall } from './github-call.ts'
import { hasStatus } from './map-error.ts'
import { threadOf } from './parse-webhook.ts'
import { requirePull } from './read-pulls.ts'

const Comment = z.object({ body: z.string().nullish() })

/** Whether a comment of the conversation, or of the review threads when `replyTo` is in one, contains the text. */
export async function hasComment(
  call: GithubCall,
  number: number,
  { text, replyTo }: { text: string; replyTo?: string },
): Promise<boolean> {
  const { client, at } = call
  const isReview = replyTo !== undefined && threadOf(replyTo) !== undefined
  try {
    const comments: unknown[] = isReview
      ? await client.paginate(client.rest.pulls.listReviewComments, {
          ...at,
          pull_number: number,
          per_page: 100,
        })
      : await client.paginate(client.rest.issues.listComments, { ...at, issue_number: number, per_page: 100 })
    return comments.some((comment) => Comment.parse(comment).body?.includes(text))
  } catch (error) {
    if (hasStatus(error, 404)) await requirePull(call, number)
    throw error
  }
}
