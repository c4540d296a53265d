import { TryModel } from '@docent/core'
import { json } from '@docent/core/plugin'
import { defineApiOperation } from '@docent/http'
import { z } from 'zod'

export const tryModel = defineApiOperation({
  id: 'tryModel',
  summary: 'Test a model with one call',
  tag: 'Dashboard',
  permission: 'manage',
  audit: 'model.try',
  body: z.object({
    model: z
      .string()
      .min(3)
      .max(200)
      .describe('`provider:model`.')
      .meta({ examples: ['offline:docent'] }),
    kind: z
      .enum(['language', 'embedding', 'rerank'])
      .default('language')
      .describe('What it does: writes, makes vectors, or orders results.'),
  }),
  reply: {
    status: 200,
    description: 'The model works.',
    content: {
      'application/json': z.object({ model: z.string(), ms: z.number(), said: z.string() }),
    },
  },
  async handle({ body, services, signal, note }) {
    note.about(body.model)
    return json(await services.docent.resolve(TryModel).try(body.model, body.kind, { signal }))
  },
})
