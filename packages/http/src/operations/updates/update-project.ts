import { json } from '@docent/core/plugin'
import { z } from 'zod'
import { defineOperation } from '../../calls/operation.ts'

export const updateProject = defineOperation({
  id: 'updateProject',
  summary: 'Index the documentation of a project now',
  description:
    'Docent runs one update of a project at a time. While an update is in the queue, the reply is that update.',
  tag: 'Server',
  key: 'admin',
  scope: 'write',
  reply: {
    status: 202,
    description: 'The update is in the queue.',
    content: { 'application/json': z.object({ statusId: z.string() }) },
  },
  async handle({ project, services, signal }) {
    const update = await services.projectUpdates.queue(project, { source: 'api' }, { signal })
    services.updateRequests.ask(project, update)
    return json({ statusId: update.id }, 202)
  },
})
