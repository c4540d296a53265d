import { ReceiveWebhook, WebhookWorker } from '@docent/core'
import { z } from 'zod'
import { definePublicOperation } from '../requests/operation.ts'
import { json } from '../requests/reply.ts'

/** GitHub ends a delivery after ten seconds; asking who may write is a request of our own. */
const DEADLINE_MS = 9_000

export const receiveHostWebhook = definePublicOperation({
  id: 'receiveHostWebhook',
  summary: 'Take in a webhook of a git host',
  description:
    'The body is judged by the signature that the host makes with the secret that its plugin has. It is durable when the reply is sent, and worked on afterwards. 401 without the right signature.',
  tag: 'Webhooks',
  takesBytes: true,
  reply: {
    status: 202,
    description: 'It was taken in, was there already, or is nothing that Docent acts on.',
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
