import { type GitHosts, sameRepository } from '@docent/core'
import { DocentError, type Project } from '@docent/core/plugin'
import { fetchTags, GitError, mapRemoteFailure, RepositoryCache, runGit } from '@docent/git'
import { CodeRepository } from '../repository/code-repository.ts'
import type { Tree } from './code-reader.ts'

const ASK_MS = 20_000

/** Copies of the repositories that projects watch, with their history. */
export class WatchedRepositories {
  readonly #cache: RepositoryCache

  /** @param directory absolute */
  constructor(
    directory: string,
    private readonly hosts: GitHosts,
  ) {
    this.#cache = new RepositoryCache(directory, { shallow: false })
  }

  /** Fetches a branch, and opens the repository at its tip. Close it. */
  async open(
    project: Project,
    repository: string,
    branch: string | undefined,
    signal: AbortSignal,
  ): Promise<Tree> {
    const asked = askedFor(project, repository)
    const cached = this.#cache.repository(repository)
    const remote = () => this.hosts.readRemote(asked, { signal })
    const from = branch ?? (await this.#defaultBranch(asked, repository, signal))
    try {
      const tips = await cached.fetchBranches(remote, [from], { signal })
      const tip = tips.get(from)
      if (tip === undefined) throw new DocentError('not_found', `${repository} has no branch "${from}".`)
      return { repository: CodeRepository.at(cached.gitDir), tip }
    } catch (error) {
      if (!GitError.is(error)) throw error
      throw mapRemoteFailure(error, { repository, plugin: 'watch' })
    }
  }

  /** The newest release: tags of the branch, by the time of their commits. Undefined without one. */
  async newestTag(
    project: Project,
    repository: string,
    tip: string,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const cached = this.#cache.repository(repository)
    await fetchTags(cached, () => this.hosts.readRemote(askedFor(project, repository), { signal }), {
      signal,
    })
    const { stdout } = await cached.git(
      [
        'for-each-ref',
        '--count=1',
        '--sort=-creatordate',
        '--merged',
        tip,
        '--format=%(objectname)',
        'refs/tags',
      ],
      { signal },
    )
    const tag = stdout.toString().trim()
    return tag === '' ? undefined : cached.resolve(tag, { signal })
  }

  /** Whether anybody can read a repository: asked without credentials. False where that cannot be told. */
  async isPublic(repository: string, signal: AbortSignal): Promise<boolean> {
    if (!/^https?:/i.test(repository)) return false
    try {
      const { stdout } = await runGit(['ls-remote', '--quiet', '--', repository, 'HEAD'], {
        remote: { url: repository },
        timeoutMs: ASK_MS,
        signal,
      })
      return stdout.length > 0
    } catch (error) {
      if (!GitError.is(error)) throw error
      return false
    }
  }

  close(): void {
    this.#cache.close()
  }

  async #defaultBranch(project: Project, repository: string, signal: AbortSignal): Promise<string> {
    const host = await this.hosts.find(project, { signal })
    if (host !== undefined) return host.defaultBranch(repository, { signal })
    throw new DocentError(
      'configuration',
      `No git host is configured for ${repository}. Set its branch in "watch".`,
    )
  }
}

/** The credentials are those that the server has for the repository, as if it were documented. */
function askedFor(project: Project, repository: string): Project {
  if (project.repository !== undefined && sameRepository(project.repository, repository)) return project
  const { gitHost: _, source: __, branch: ___, ...rest } = project
  return { ...rest, repository }
}
