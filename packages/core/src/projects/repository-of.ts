import type { Project } from '../domain/project.ts'
import { GitHostMisconfigured } from '../errors/git-host-misconfigured.ts'

/** The repository that the agent works in. @throws GitHostMisconfigured for a project that has none. */
export function repositoryOf({ id, repository }: Pick<Project, 'id' | 'repository'>): string {
  if (repository !== undefined) return repository
  throw new GitHostMisconfigured(
    `Project ${id} has no repository: Docent reads its documentation from a website. To use the agent, set "repository" in the project.`,
  )
}
