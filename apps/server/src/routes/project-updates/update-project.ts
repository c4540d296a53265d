import { z } from 'zod'
import { defineOperation } from '../../requests/operation.ts'
import { json } from '../../requests/reply.ts'

export const updateProject = defineOperation({
  id: 'updateProject',
  summary: 'Bring the index of a project up to its documentation now',
  description: 'One at a time a project. While an update is queued, the reply is that update.',
  tag: 'Server',
  key: 'admin',
  scope: 'write',
  reply: {
    status: 202,
    description: 'It is queued.',
    content: { 'application/json': z.object({ statusId: z.string() }) },
  },
  async handle({ project, services, signal }) {
    const update = await services.projectUpdates.queue(project, { source: 'api' }, { signal })
    services.updateRequests.ask(project, update)
    return json({ statusId: update.id }, 202)
  },
})
