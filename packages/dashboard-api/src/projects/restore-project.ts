import { RemoveProject } from '@docent/core'
import { DocentError, json } from '@docent/core/plugin'
import { defineApiOperation } from '@docent/http'
import { ProjectSummaryObject, projectSummary } from './project-views.ts'

export const restoreProject = defineApiOperation({
  id: 'restoreProject',
  summary: 'Restore a removed project',
  tag: 'Dashboard',
  permission: 'manage',
  audit: 'project.restore',
  reply: {
    status: 200,
    description: 'The project as it was.',
    content: { 'application/json': ProjectSummaryObject },
  },
  async handle({ organizationId, params, services, signal, note }) {
    const remove = services.docent.resolve(RemoveProject)
    const removed = await remove.removed({ signal })
    const own = removed.find(({ id, organizationId: owner }) => id === params.id && owner === organizationId)
    if (!own) throw new DocentError('not_found', 'There is no such removed project.')
    const project = await remove.restore(own.id, { signal })
    services.findProject.forget()
    note.about(project.id)
    services.indexRequests.ask(project)
    return json(await projectSummary(services, project, signal))
  },
})
