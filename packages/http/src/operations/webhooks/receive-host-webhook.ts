import { ReceiveWebhook, WebhookWorker } from '@docent/core'
import { json } from '@docent/core/plugin'
import { z } from 'zod'
import { definePublicOperation } from '../../calls/operation.ts'

/** GitHub ends a delivery after ten seconds; asking who may write is a request of our own. */
const DEADLINE_MS = 9_000

/** GitHub sends up to 25 MB: a push that names many files. What is stored of it is a few lines. */
const MAX_BODY_BYTES = 25 * 1024 * 1024

export const receiveHostWebhook = definePublicOperation({
  id: 'receiveHostWebhook',
  summary: 'Receive a webhook from a git host',
  description:
    'Docent verifies the signature with the secret of the git host plugin. It stores the request before it replies, and acts on it afterward. With a missing or wrong signature, the reply is 401.',
  tag: 'Webhooks',
  takesBytes: true,
  maxBodyBytes: MAX_BODY_BYTES,
  reply: {
    status: 202,
    description: 'Docent accepted the request, had already received it, or ignores it.',
    content: {
      'application/json': z.object({ status: z.enum(['accepted', 'duplicate', 'ignored']) }),
    },
  },
  async handle({ params, headers, bytes, signal, services }) {
    const { docent } = services
    const single = Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')])
    const status = await docent
      .resolve(ReceiveWebhook)
      .receive(
        { host: params.host ?? '', headers: Object.fromEntries(single), body: bytes },
        { signal: AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]) },
      )
    if (status === 'accepted') docent.resolve(WebhookWorker).wake()
    return json({ status }, 202)
  },
})
