import { inject, injectable } from 'tsyringe'
import type { Project } from '../domain/project.ts'
import { GitHostMisconfigured } from '../errors/git-host-misconfigured.ts'
import { type GitHost, RegisteredGitHosts } from '../ports/git-host.ts'
import { repositoryOf } from './repository-of.ts'

/** The git host of a project: the one it names, else the first that keeps its repository. */
@injectable()
export class GitHosts {
  constructor(@inject(RegisteredGitHosts) private readonly hosts: readonly GitHost[]) {}

  /** @throws GitHostMisconfigured when none fits, or the project has no repository. */
  forProject(project: Project): GitHost {
    const { gitHost } = project
    const repository = repositoryOf(project)
    const host =
      gitHost === undefined
        ? this.hosts.find((candidate) => candidate.matches(repository))
        : this.hosts.find((candidate) => candidate.name === gitHost)
    if (host) return host
    const names = this.hosts.map((candidate) => candidate.name).join(', ') || 'none'
    throw new GitHostMisconfigured(
      gitHost === undefined
        ? `No configured git host keeps ${repository} (configured: ${names}). Add a git host plugin to docent.config.ts.`
        : `Project ${project.id} names the git host "${gitHost}", which is not configured (configured: ${names}).`,
    )
  }

  /** By name, for webhook routes; undefined when there is none. */
  named(name: string): GitHost | undefined {
    return this.hosts.find((candidate) => candidate.name === name)
  }
}
