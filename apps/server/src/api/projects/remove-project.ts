import { RemoveProject } from '@docent/core'
import { defineApiOperation } from '../../requests/operation.ts'
import { json } from '../../requests/reply.ts'
import { ProjectSummaryObject, projectSummary } from './project-views.ts'

export const removeProject = defineApiOperation({
  id: 'removeProject',
  summary: 'Take a project out of use',
  description:
    'Its questions, jobs and pages answer 404 from then on. Jobs, conversations and keys are kept, and restoring brings everything back. 409 for a project that is written in docent.config.ts.',
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
