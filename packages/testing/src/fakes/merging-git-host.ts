import { fileURLToPath } from 'node:url'
import { type CallOptions, DocentError, type PullRequest } from '@docent/core/plugin'
import { BareRepository } from '../material/bare-repository.ts'
import { MemoryGitHost } from './memory-git-host.ts'

/** A MemoryGitHost that merges pull requests and reads files, as hosts on this machine do. */
export class MergingGitHost extends MemoryGitHost {
  async merge(
    repository: string,
    number: number,
    { head, ...options }: CallOptions & { head?: string } = {},
  ): Promise<PullRequest> {
    const pull = await this.pullRequest(repository, number, options)
    if (!pull) throw new DocentError('not_found', `There is no pull request ${number}.`)
    if (pull.state !== 'open') throw new DocentError('conflict', `Pull request ${number} is not open.`)
    if (head !== undefined && head !== pull.headCommit) {
      throw new DocentError('conflict', `${pull.branch} has new commits.`)
    }
    try {
      await this.mergePull(repository, number)
    } catch (cause) {
      throw new DocentError('push_conflict', `${pull.branch} conflicts with ${pull.base}.`, { cause })
    }
    return { ...pull, state: 'merged' }
  }

  async readFile(
    repository: string,
    { commit, path, maxBytes }: { commit: string; path: string; maxBytes: number },
    options?: CallOptions,
  ): Promise<Uint8Array | undefined> {
    options?.signal?.throwIfAborted()
    const bare = new BareRepository(fileURLToPath(repository))
    const [entry = ''] = (await bare.git('ls-tree', commit, '--', path)).split('\n')
    const [, type, id = ''] = entry.split(/\s/)
    if (type !== 'blob') return undefined
    const content = Buffer.from(await bare.git('cat-file', 'blob', id))
    return content.length > maxBytes ? undefined : content
  }
}
