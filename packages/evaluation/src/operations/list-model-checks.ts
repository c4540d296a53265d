import { ModelCard, ModelChecks } from '@docent/core'
import { json } from '@docent/core/plugin'
import { defineApiOperation } from '@docent/http'
import { z } from 'zod'

const ModelCardView = ModelCard.extend({ at: z.iso.datetime().describe('When the check ended.') }).meta({
  id: 'ModelCard',
})

export const listModelChecks = defineApiOperation({
  id: 'listModelChecks',
  summary: 'List the model checks of a project',
  description: 'The latest card of `docent models check` for each model, up to 20.',
  tag: 'Dashboard',
  permission: 'view',
  reply: {
    status: 200,
    description: 'The cards, with the newest first.',
    content: { 'application/json': z.object({ cards: z.array(ModelCardView) }) },
  },
  async handle({ project, services, signal }) {
    const cards = await services.docent.resolve(ModelChecks).list(project.id, { signal })
    return json({ cards: cards.map(({ at, ...rest }) => ({ ...rest, at: new Date(at).toISOString() })) })
  },
})
