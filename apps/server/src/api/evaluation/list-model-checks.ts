import { ModelCard, ModelChecks } from '@docent/core'
import { z } from 'zod'
import { defineApiOperation } from '../../requests/operation.ts'
import { json } from '../../requests/reply.ts'

const ModelCardView = ModelCard.extend({ at: z.iso.datetime().describe('When the check ended.') }).meta({
  id: 'ModelCard',
})

export const listModelChecks = defineApiOperation({
  id: 'listModelChecks',
  summary: 'List the models that were checked for a project',
  description: 'The cards of `docent models check`, the newest of each model, at most 20.',
  tag: 'Dashboard',
  permission: 'view',
  reply: {
    status: 200,
    description: 'The newest first.',
    content: { 'application/json': z.object({ cards: z.array(ModelCardView) }) },
  },
  async handle({ project, services, signal }) {
    const cards = await services.docent.resolve(ModelChecks).list(project.id, { signal })
    return json({ cards: cards.map(({ at, ...rest }) => ({ ...rest, at: new Date(at).toISOString() })) })
  },
})
