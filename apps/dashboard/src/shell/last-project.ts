import type { ProjectSummary } from '../api/projects.ts'
import { recall, remember } from './theme.ts'

const nameOf = (organization: string) => `docent-project ${organization}`

/** Notes where somebody works, for pages that belong to no project. */
export function rememberProject(organization: string, { domain }: ProjectSummary): void {
  remember(nameOf(organization), domain)
}

/** The project that was open last in this browser, or else the first. */
export function lastProject(
  organization: string,
  projects: readonly ProjectSummary[],
): ProjectSummary | undefined {
  const last = recall(nameOf(organization))
  return projects.find(({ domain }) => domain === last) ?? projects.find(({ disabled }) => !disabled)
}
