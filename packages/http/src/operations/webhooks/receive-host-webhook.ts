import { ReceiveChannelEvents, ReceiveWebhook, WebhookWorker } from '@docent/core'
import { DocentError, json } from '@docent/core/plugin'
import { z } from 'zod'
import { definePublicOperation } from '../../calls/operation.ts'

/** GitHub ends a delivery after ten seconds; asking who may write is a request of our own. */
const DEADLINE_MS = 9_000

/** GitHub sends up to 25 MB: a push that names many files. What is stored of it is a few lines. */
const MAX_BODY_BYTES = 25 * 1024 * 1024

export const receiveHostWebhook = definePublicOperation({
  id: 'receiveHostWebhook',
  summary: 'Receive a webhook from a git host or a channel',
  description:
    'Docent verifies the signature with the secret of the plugin. It stores the request before it replies, and acts on it afterward. A channel can have the name of a git host, because an app of GitHub has one address: then both get the request. The reply to a channel is what its vendor expects. With a missing or wrong signature, the reply is 401.',
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
    const request = { headers: Object.fromEntries(single), body: bytes }
    const host = params.host ?? ''
    const options = { signal: AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]) }
    const channels = docent.resolve(ReceiveChannelEvents)
    const receiver = docent.resolve(ReceiveWebhook)
    if (channels.has(host)) {
      try {
        const { events, reply } = await channels.receive(host, request, options)
        if (reply) return json(reply.body, reply.status)
        if (!receiver.has(host)) return json({ status: events.length > 0 ? 'accepted' : 'ignored' }, 202)
      } catch (error) {
        // The git host may have a secret of its own.
        if (!receiver.has(host) || !DocentError.is(error, 'unauthorized')) throw error
      }
    }
    const status = await receiver.receive({ host, ...request }, options)
    if (status === 'accepted') docent.resolve(WebhookWorker).wake()
    return json({ status }, 202)
  },
})
