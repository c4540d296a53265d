import { AddProject } from '@docent/core'
import { json } from '@docent/core/plugin'
import { defineApiOperation, explainCap } from '@docent/http'
import { configOf, ProjectDraft } from './project-draft.ts'
import { ProjectDetailObject, projectDetail } from './project-views.ts'

export const addProject = defineApiOperation({
  id: 'addProject',
  summary: 'Add a project and start to index it',
  tag: 'Dashboard',
  permission: 'manage',
  audit: 'project.add',
  body: ProjectDraft,
  reply: { status: 201, description: 'The project.', content: { 'application/json': ProjectDetailObject } },
  async handle({ body, organizationId, services, signal, note }) {
    const config = configOf(body, organizationId)
    const project = await explainCap(services.docent.resolve(AddProject).add(config, 'store', { signal }))
    note.about(project.id)
    services.indexRequests.ask(project)
    return json(await projectDetail(services, project, signal), 201)
  },
})
