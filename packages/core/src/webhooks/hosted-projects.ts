import type { Project } from '../domain/project.ts'
import { sameRepository } from '../domain/repository-place.ts'
import type { CallOptions } from '../ports/call-options.ts'
import type { GitHost } from '../ports/git-host.ts'
import type { ProjectStore } from '../ports/project-store.ts'

/** A project with a repository. */
export type HostedProject = Project & { readonly repository: string }

/**
 * Projects that a git host's webhook is about: the enabled ones of that repository which live on that host, because
 * another host may claim any repository.
 */
export async function hostedProjects(
  projects: ProjectStore,
  host: GitHost,
  repository: string,
  options: CallOptions = {},
): Promise<HostedProject[]> {
  const all = await projects.list(options)
  return all.filter(
    (project): project is HostedProject =>
      !project.disabled &&
      project.repository !== undefined &&
      sameRepository(project.repository, repository) &&
      (project.gitHost === undefined ? host.matches(project.repository) : project.gitHost === host.name),
  )
}
