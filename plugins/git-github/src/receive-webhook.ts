import { DocentError, type HostWebhook, headersOf } from '@docent/core'
import { verify } from '@octokit/webhooks-methods'
import { parseWebhook } from './parse-webhook.ts'

/**
 * Verifies a delivery (HMAC-SHA-256 over the raw body, compared in constant time) and reads it. A comment's author
 * is looked up, because a payload does not say who may write.
 * @throws DocentError `unauthorized` when the signature is missing or wrong, `configuration` without a secret.
 */
export async function receiveWebhook(
  request: { headers: Readonly<Record<string, string>>; body: Uint8Array },
  secret: string | undefined,
  mayWrite: (repository: string, login: string) => Promise<boolean>,
): Promise<HostWebhook> {
  if (secret === undefined) {
    throw new DocentError(
      'configuration',
      'Webhooks of GitHub need a secret: set webhookSecret of git-github (GITHUB_WEBHOOK_SECRET) and the same one in GitHub.',
    )
  }
  const headers = headersOf(request.headers)
  const body = new TextDecoder().decode(request.body)
  const signature = headers.get('x-hub-signature-256') ?? ''
  const genuine = body !== '' && signature !== '' && (await verify(secret, body, signature))
  if (!genuine) {
    throw new DocentError(
      'unauthorized',
      'The webhook is not signed with the configured secret: compare webhookSecret (GITHUB_WEBHOOK_SECRET) with the one in GitHub.',
    )
  }
  const deliveryId = headers.get('x-github-delivery') ?? ''
  const parsed = parseWebhook(headers.get('x-github-event') ?? '', deliveryId, body)
  if (parsed.kind !== 'comment') return parsed
  const { authorIsPerson, ...comment } = parsed
  const authorCanWrite = authorIsPerson && (await mayWrite(comment.repository, comment.author))
  return { ...comment, authorCanWrite }
}
