import { json, ProjectStore } from '@docent/core/plugin'
import { defineApiOperation } from '@docent/http'
import { z } from 'zod'
import { ProjectSummaryObject, projectSummary } from './project-views.ts'

export const listProjects = defineApiOperation({
  id: 'listProjects',
  summary: 'List projects with the state of their index',
  tag: 'Dashboard',
  permission: 'view',
  reply: {
    status: 200,
    description: 'The projects that the caller can see, by name.',
    content: { 'application/json': z.object({ projects: z.array(ProjectSummaryObject) }) },
  },
  async handle({ organizationId, reach, services, signal }) {
    const all = await services.docent.resolve(ProjectStore).list({ signal })
    const visible = all.filter(
      (project) =>
        project.organizationId === organizationId &&
        !project.disabled &&
        (reach.projectIds.length === 0 || reach.projectIds.includes(project.id)),
    )
    const projects = await Promise.all(visible.map((project) => projectSummary(services, project, signal)))
    return json({ projects: projects.toSorted((a, b) => a.name.localeCompare(b.name)) })
  },
})
