import { json } from '@docent/core/plugin'
import { defineApiOperation } from '@docent/http'
import { z } from 'zod'
import { IndexStatusObject, indexStatus } from './index-status.ts'

export const indexProject = defineApiOperation({
  id: 'indexProject',
  summary: 'Index the documentation of a project again',
  tag: 'Dashboard',
  permission: 'edit',
  audit: 'project.index',
  body: z.object({
    force: z.boolean().default(false).describe('Every page, changed or not.'),
  }),
  reply: {
    status: 202,
    description: 'Indexing starts within seconds. The project shows the progress.',
    content: { 'application/json': IndexStatusObject },
  },
  async handle({ body, project, services, signal, note }) {
    note.about(project.id, { force: body.force })
    services.indexRequests.ask(project, body)
    return json(await indexStatus(services, project, signal), 202)
  },
})
