import { createHmac } from 'node:crypto'
import { DocentError, type HostWebhook, headersOf, isSameText } from '@docent/core'
import { parseWebhook } from './parse-webhook.ts'
import type { ReviewText } from './read-review.ts'

/**
 * Verifies a delivery (HMAC-SHA-256 over the raw body, compared in constant time) and reads it. A comment's author
 * is looked up, because a payload does not say who may write, and so are the comments of a review.
 * @throws DocentError `unauthorized` when the signature is missing or wrong, `configuration` without a secret.
 */
export async function receiveWebhook(
  request: { headers: Readonly<Record<string, string>>; body: Uint8Array },
  secret: string | undefined,
  ask: {
    mayWrite(repository: string, login: string): Promise<boolean>
    review(
      repository: string,
      number: number,
      said: { login: string; content: string },
    ): Promise<ReviewText | undefined>
  },
): Promise<HostWebhook> {
  if (secret === undefined) {
    throw new DocentError(
      'configuration',
      'Webhooks of Gitea and Forgejo need a secret: set webhookSecret of git-gitea (GITEA_WEBHOOK_SECRET) and the same one in the webhook.',
    )
  }
  const headers = headersOf(request.headers)
  // Forgejo sends both.
  const given = (name: string): string =>
    headers.get(`x-forgejo-${name}`) ?? headers.get(`x-gitea-${name}`) ?? ''
  const expected = createHmac('sha256', secret).update(request.body).digest('hex')
  if (!isSameText(given('signature'), expected)) {
    throw new DocentError(
      'unauthorized',
      'The webhook is not signed with the configured secret: compare webhookSecret (GITEA_WEBHOOK_SECRET) with the one in the webhook.',
    )
  }
  const body = new TextDecoder().decode(request.body)
  const parsed = parseWebhook(given('event'), given('delivery'), body)
  if (parsed.kind !== 'comment') return parsed
  const { authorIsPerson, ...comment } = parsed
  const { repository, number, author } = comment
  const authorCanWrite = authorIsPerson && (await ask.mayWrite(repository, author))
  // Of people who may not write nothing more has to be known.
  if (!comment.isReview || !authorCanWrite) return { ...comment, authorCanWrite }
  const review = await ask.review(repository, number, { login: author, content: comment.body })
  if (!review) return { kind: 'ignored', event: given('event'), deliveryId: comment.deliveryId }
  const { id, ...text } = review
  return { ...comment, ...text, commentId: `review:${id}`, authorCanWrite }
}
