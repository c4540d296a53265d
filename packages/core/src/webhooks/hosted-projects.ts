import { inject, injectable } from 'tsyringe'
import type { Project } from '../domain/project.ts'
import type { CallOptions } from '../ports/call-options.ts'
import type { GitHost } from '../ports/git-host.ts'
import { ProjectStore } from '../ports/project-store.ts'
import { sameRepository } from '../projects/same-repository.ts'

/** A project with a repository. */
export type HostedProject = Project & { readonly repository: string }

/** Finds the projects that a git host's webhook is about. */
@injectable()
export class HostedProjects {
  constructor(@inject(ProjectStore) private readonly projects: ProjectStore) {}

  /** Enabled projects of that repository which live on that host: another host may claim any repository. */
  async of(host: GitHost, repository: string, options: CallOptions = {}): Promise<HostedProject[]> {
    const all = await this.projects.list(options)
    return all.filter(
      (project): project is HostedProject =>
        !project.disabled &&
        project.repository !== undefined &&
        sameRepository(project.repository, repository) &&
        (project.gitHost === undefined ? host.matches(project.repository) : project.gitHost === host.name),
    )
  }
}
