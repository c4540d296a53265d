import { json } from '@docent/core/plugin'
import { defineApiOperation } from '@docent/http'
import { ProjectDetailObject, projectDetail } from './project-views.ts'

export const getProject = defineApiOperation({
  id: 'getProject',
  summary: 'Get a project with its models and the state of its index',
  tag: 'Dashboard',
  permission: 'view',
  reply: { status: 200, description: 'The project.', content: { 'application/json': ProjectDetailObject } },
  async handle({ project, services, signal }) {
    return json(await projectDetail(services, project, signal))
  },
})
