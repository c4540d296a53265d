import type { ProjectSummary } from '../api/projects.ts'
import { recall, remember } from './theme.ts'

const nameOf = (organization: string) => `docent-project ${organization}`

/** Notes where somebody works, for pages that belong to no project. */
export function rememberProject(organization: string, { domain }: ProjectSummary): void {
  remember(nameOf(organization), domain)
}

/** Domain of the project that was open last in this browser, before its projects are known. */
export function lastDomain(organization: string): string | undefined {
  return recall(nameOf(organization)) ?? undefined
}

/** The project that was open last in this browser, or else the first. */
export function lastProject(
  organization: string,
  projects: readonly ProjectSummary[],
): ProjectSummary | undefined {
  const last = lastDomain(organization)
  return projects.find(({ domain }) => domain === last) ?? projects.find(({ disabled }) => !disabled)
}
