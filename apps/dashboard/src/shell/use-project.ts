import { useParams } from '@tanstack/react-router'
import { type ProjectSummary, useProjects } from '../api/projects.ts'
import { projectPath } from './paths.ts'

export interface CurrentProject {
  organization: string
  projects: readonly ProjectSummary[]
  /** The projects are not known yet. */
  isPending: boolean
  /** As the address names it, whether there is such a project or not. */
  domain: string | undefined
  /** Undefined on pages of the organization. */
  current: ProjectSummary | undefined
}

/** What the address names: the organization, and the project if it names one. */
export function useCurrentProject(): CurrentProject {
  const { organization = '', domain } = useParams({ strict: false }) as {
    organization?: string
    domain?: string
  }
  const { data: projects = [], isPending } = useProjects(organization)
  return {
    organization,
    projects,
    isPending,
    domain,
    current: projects.find((project) => project.domain === domain),
  }
}

/** For pages of a project: they are drawn only when there is one, see project-layout.tsx. */
export function useProject(): ProjectSummary & { path: (page?: string) => string } {
  const { organization, current } = useCurrentProject()
  if (!current) throw new Error('Select a project to see this page.')
  return { ...current, path: (page) => projectPath(organization, current.domain, page) }
}
