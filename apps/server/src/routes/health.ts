import { z } from 'zod'
import { definePublicOperation } from '../operation.ts'
import { json } from '../reply.ts'

const NO_STORE = { 'Cache-Control': 'no-store' }

export const liveness = definePublicOperation({
  id: 'liveness',
  summary: 'The process runs',
  tag: 'Server',
  reply: {
    status: 200,
    description: 'It does.',
    content: { 'application/json': z.object({ status: z.literal('ok') }) },
  },
  handle: async () => json({ status: 'ok' }, 200, NO_STORE),
})

const Part = z.object({ ok: z.boolean(), message: z.string().optional() })

export const readiness = definePublicOperation({
  id: 'readiness',
  summary: 'The server can do its work',
  description: '`degraded` still serves everything; 503 when a part that requests need is gone.',
  tag: 'Server',
  reply: {
    status: 200,
    description: 'Every part and how it is.',
    content: {
      'application/json': z.object({
        status: z.enum(['ok', 'degraded', 'unavailable']),
        parts: z.record(z.string(), Part),
      }),
    },
  },
  async handle({ services }) {
    const { ok, parts } = await services.docent.health()
    const limits = services.limiter.health()
    const rerank = services.rerankPassages.health()
    const status = ok ? (limits.ok && rerank.ok ? 'ok' : 'degraded') : 'unavailable'
    return json({ status, parts: { ...parts, limits, rerank } }, ok ? 200 : 503, NO_STORE)
  },
})
