import { RemoveProject } from '@docent/core'
import { json } from '@docent/core/plugin'
import { defineApiOperation } from '@docent/http'
import { z } from 'zod'

export const listRemovedProjects = defineApiOperation({
  id: 'listRemovedProjects',
  summary: 'List removed projects',
  tag: 'Dashboard',
  permission: 'manage',
  reply: {
    status: 200,
    description: 'The projects that you can restore, by ID.',
    content: {
      'application/json': z.object({
        projects: z.array(
          z.object({
            id: z.string(),
            name: z.string(),
            readFrom: z.string().describe('Address of the repository or of the website.'),
          }),
        ),
      }),
    },
  },
  async handle({ organizationId, services, signal }) {
    const removed = await services.docent.resolve(RemoveProject).removed({ signal })
    const own = removed.filter((project) => project.organizationId === organizationId)
    return json({
      projects: own.map(({ id, name, source, repository = '' }) => {
        return { id, name, readFrom: source?.url ?? repository }
      }),
    })
  },
})
