import { defined } from '@docent/content'
import { inject, injectable } from 'tsyringe'
import { RepositoryAccess, refusal } from '../access/repository-access.ts'
import type { Project } from '../domain/project.ts'
import { GitHostMisconfigured } from '../errors/git-host-misconfigured.ts'
import type { CallOptions } from '../ports/call-options.ts'
import {
  type GitHost,
  type GitHostCapabilities,
  type GitRemote,
  RegisteredGitHosts,
} from '../ports/git-host.ts'
import { Settings } from '../ports/settings.ts'
import { repositoryOf } from './repository-of.ts'

/** For a composition without a store of organizations. */
const EVERYBODY: Pick<RepositoryAccess, 'reach'> = { reach: () => Promise.resolve('server') }

/**
 * The git host of a project: the one that the project names, else the first that keeps its repository. Git hosts have the
 * credentials of the whole server, so none is handed out for a repository that the organization of the project may not use.
 */
@injectable()
export class GitHosts {
  constructor(
    @inject(RegisteredGitHosts) private readonly hosts: readonly GitHost[],
    @inject(Settings) private readonly settings: Pick<Settings, 'advice'> = {},
    @inject(RepositoryAccess) private readonly access: Pick<RepositoryAccess, 'reach'> = EVERYBODY,
  ) {}

  /**
   * @throws GitHostMisconfigured when none fits, or the project has no repository; DocentError `forbidden` when the
   * organization may not use it through the server.
   */
  async forProject(project: Project, options?: CallOptions): Promise<GitHost> {
    const repository = repositoryOf(project)
    const host = this.#hostOf(project)
    if (!host) throw this.#missing(project, repository)
    if ((await this.access.reach(project, repository, options)) === 'server') return host
    throw refusal(project, repository)
  }

  /**
   * The remote from which the documentation is read. Without a git host of its own, or without the permission to use that
   * of the server, an `http(s)` repository is read without credentials, as anyone can read a public one.
   * @throws as `forProject` does, for any other repository.
   */
  async readRemote(project: Project, options?: CallOptions): Promise<GitRemote> {
    const repository = repositoryOf(project)
    const reach = await this.access.reach(project, repository, options)
    if (reach === 'none') throw refusal(project, repository)
    const host = this.#hostOf(project)
    const isWeb = /^https?:/i.test(repository)
    if (host === undefined && project.gitHost === undefined && isWeb)
      return { url: repository, advice: this.#advice(repository) }
    if (host === undefined) throw this.#missing(project, repository)
    if (reach === 'anybody') return { url: repository, advice: refusal(project, repository).message }
    return host.remote(repository, { access: 'read', ...defined({ signal: options?.signal }) })
  }

  /** The git host of a project; undefined for one without a repository, or without a host that it may use. */
  async find(project: Project, options?: CallOptions): Promise<GitHost | undefined> {
    const host = this.#hostOf(project)
    if (host === undefined) return undefined
    const reach = await this.access.reach(project, repositoryOf(project), options)
    return reach === 'server' ? host : undefined
  }

  /** What the git host of a project can do; undefined where there is none. */
  capabilities(project: Project): GitHostCapabilities | undefined {
    return this.#hostOf(project)?.capabilities
  }

  /** By name, for webhook routes; undefined when there is none. */
  named(name: string): GitHost | undefined {
    return this.hosts.find((candidate) => candidate.name === name)
  }

  #hostOf({ gitHost, repository }: Project): GitHost | undefined {
    if (repository === undefined) return undefined
    return gitHost === undefined
      ? this.hosts.find((candidate) => candidate.matches(repository))
      : this.hosts.find((candidate) => candidate.name === gitHost)
  }

  #missing({ id, gitHost }: Project, repository: string): GitHostMisconfigured {
    const names = this.hosts.map((candidate) => candidate.name).join(', ') || 'none'
    return new GitHostMisconfigured(
      gitHost === undefined
        ? `No git host is configured for ${repository}. ${this.#advice(repository)}`
        : `Project ${id} names the git host "${gitHost}", but the configured git hosts are: ${names}. Correct "gitHost" in the project, or add the plugin.`,
    )
  }

  #advice(repository: string): string {
    return this.settings.advice?.gitHost?.(repository) ?? 'Add a git host plugin for it to "plugins".'
  }
}
