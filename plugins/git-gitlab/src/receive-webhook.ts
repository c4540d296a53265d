import { createHmac } from 'node:crypto'
import { DocentError, type HostWebhook, headersOf, isSameText } from '@docent/core'
import type { GitlabSettings } from './options.ts'
import { parseWebhook } from './parse-webhook.ts'

/** A signed delivery older or newer than this is refused, as Standard Webhooks asks: it may be a replay. */
const TOLERANCE_MS = 5 * 60_000

/**
 * Verifies a delivery and reads it. A comment's author is looked up, because a payload does not say who may write.
 * @throws DocentError `unauthorized` when the signature or the token is missing or wrong, `configuration` without
 * a secret.
 */
export async function receiveWebhook(
  request: { headers: Readonly<Record<string, string>>; body: Uint8Array },
  settings: Pick<GitlabSettings, 'webhookSecret' | 'webhookSigningToken'>,
  now: number,
  mayWrite: (repository: string, userId: number) => Promise<boolean>,
): Promise<HostWebhook> {
  const { webhookSecret: secret, webhookSigningToken: signingToken } = settings
  const headers = headersOf(request.headers)
  if (signingToken !== undefined) requireSignature(headers, request.body, signingToken, now)
  else if (secret !== undefined) requireSecret(headers, secret)
  else {
    throw new DocentError(
      'configuration',
      'Webhooks of GitLab need a secret: set webhookSigningToken of git-gitlab (GITLAB_WEBHOOK_SIGNING_TOKEN), or webhookSecret (GITLAB_WEBHOOK_SECRET), and the same one in GitLab.',
    )
  }
  // The key stays the same when GitLab sends a delivery again.
  const deliveryId = headers.get('idempotency-key') ?? headers.get('x-gitlab-event-uuid') ?? ''
  const body = new TextDecoder().decode(request.body)
  const parsed = parseWebhook(headers.get('x-gitlab-event') ?? '', deliveryId, body)
  if (parsed.kind !== 'comment') return parsed
  const { authorId, ...comment } = parsed
  return { ...comment, authorCanWrite: await mayWrite(comment.repository, authorId) }
}

/** https://docs.gitlab.com/user/project/integrations/webhooks: `v1,` and HMAC-SHA-256 of `id.timestamp.body`. */
function requireSignature(
  headers: ReadonlyMap<string, string>,
  body: Uint8Array,
  signingToken: string,
  now: number,
): void {
  const id = headers.get('webhook-id') ?? ''
  const timestamp = headers.get('webhook-timestamp') ?? ''
  const key = Buffer.from(signingToken.replace(/^whsec_/, ''), 'base64')
  const expected = `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`
  // There are several while a signing token is being replaced.
  const given = (headers.get('webhook-signature') ?? '').split(' ')
  const isFresh = Math.abs(now - Number(timestamp) * 1000) <= TOLERANCE_MS
  if (isFresh && given.some((each) => isSameText(each, expected))) return
  throw new DocentError(
    'unauthorized',
    'The webhook is not signed with the configured token, or too old: compare webhookSigningToken (GITLAB_WEBHOOK_SIGNING_TOKEN) with the signing token in GitLab, and the clocks of both machines.',
  )
}

function requireSecret(headers: ReadonlyMap<string, string>, secret: string): void {
  if (isSameText(headers.get('x-gitlab-token') ?? '', secret)) return
  throw new DocentError(
    'unauthorized',
    'The webhook has not the configured secret: compare webhookSecret (GITLAB_WEBHOOK_SECRET) with the secret token in GitLab.',
  )
}
