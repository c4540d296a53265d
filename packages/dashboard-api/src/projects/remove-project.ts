import { RemoveProject } from '@docent/core'
import { json } from '@docent/core/plugin'
import { defineApiOperation } from '@docent/http'
import { ProjectSummaryObject, projectSummary } from './project-views.ts'

export const removeProject = defineApiOperation({
  id: 'removeProject',
  summary: 'Remove a project',
  description:
    'Requests for the project return 404 from then on. Docent keeps its jobs, conversations, and keys, so that you can restore it. If the project is in docent.config.ts, the reply is 409.',
  tag: 'Dashboard',
  permission: 'manage',
  audit: 'project.remove',
  reply: {
    status: 200,
    description: 'The project, disabled.',
    content: { 'application/json': ProjectSummaryObject },
  },
  async handle({ project, services, signal, note }) {
    const removed = await services.docent.resolve(RemoveProject).remove(project, { signal })
    services.findProject.forget()
    note.about(project.id)
    return json(await projectSummary(services, removed, signal))
  },
})
