import { defined } from '@docent/content'
import { inject, injectable } from 'tsyringe'
import type { Project } from '../domain/project.ts'
import { GitHostMisconfigured } from '../errors/git-host-misconfigured.ts'
import type { CallOptions } from '../ports/call-options.ts'
import { type GitHost, type GitRemote, RegisteredGitHosts } from '../ports/git-host.ts'
import { Settings } from '../ports/settings.ts'
import { repositoryOf } from './repository-of.ts'

/** The git host of a project: the one that the project names, else the first that keeps its repository. */
@injectable()
export class GitHosts {
  constructor(
    @inject(RegisteredGitHosts) private readonly hosts: readonly GitHost[],
    @inject(Settings) private readonly settings: Pick<Settings, 'advice'> = {},
  ) {}

  /** @throws GitHostMisconfigured when none fits, or the project has no repository. */
  forProject(project: Project): GitHost {
    const { gitHost } = project
    const repository = repositoryOf(project)
    const host = this.#find(project)
    if (host) return host
    const names = this.hosts.map((candidate) => candidate.name).join(', ') || 'none'
    throw new GitHostMisconfigured(
      gitHost === undefined
        ? `No git host is configured for ${repository}. ${this.#advice(repository)}`
        : `Project ${project.id} names the git host "${gitHost}", but the configured git hosts are: ${names}. Correct "gitHost" in the project, or add the plugin.`,
    )
  }

  /**
   * The remote from which the documentation is read. Without a git host of its own, an `http(s)` repository is read
   * without credentials, as anyone can read a public one.
   * @throws GitHostMisconfigured as `forProject` does, for any other repository.
   */
  readRemote(project: Project, options?: CallOptions): Promise<GitRemote> {
    const repository = repositoryOf(project)
    if (this.#find(project) === undefined && project.gitHost === undefined && /^https?:/i.test(repository))
      return Promise.resolve({ url: repository, advice: this.#advice(repository) })
    return this.forProject(project).remote(repository, {
      access: 'read',
      ...defined({ signal: options?.signal }),
    })
  }

  /** The git host of a project; undefined for one without a repository, or without a host that keeps it. */
  find(project: Project): GitHost | undefined {
    return project.repository === undefined ? undefined : this.#find(project)
  }

  /** By name, for webhook routes; undefined when there is none. */
  named(name: string): GitHost | undefined {
    return this.hosts.find((candidate) => candidate.name === name)
  }

  #find(project: Project): GitHost | undefined {
    const { gitHost } = project
    const repository = repositoryOf(project)
    return gitHost === undefined
      ? this.hosts.find((candidate) => candidate.matches(repository))
      : this.hosts.find((candidate) => candidate.name === gitHost)
  }

  #advice(repository: string): string {
    return this.settings.advice?.gitHost?.(repository) ?? 'Add a git host plugin for it to "plugins".'
  }
}
