import { defined } from '@docent/core/plugin'
import type { GitAccess, GitAnswer, GitRequest } from '../host/git-route.ts'
import { type Identity, identify, mayRead, requirePermission } from './github-access.ts'
import { GithubRefusal } from './github-refusal.ts'
import type { GithubWorld } from './github-world.ts'

/** Who may fetch and push, as GitHub decides. */
export function githubGitAccess(world: GithubWorld): GitAccess {
  return { realm: 'GitHub', decide: (git, header) => decide(world, git, header) }
}

function decide(world: GithubWorld, git: GitRequest, header: string | undefined): GitAnswer {
  const refused = (status: number, message: string): GitAnswer => ({ kind: 'refused', status, message })
  const moved = world.repository(git.path) ? undefined : world.renamed(git.path)
  if (moved) return { kind: 'moved', path: `${moved.owner.login}/${moved.name}` }
  let identity: Identity
  try {
    identity = identify(world, header)
  } catch (error) {
    if (!(error instanceof GithubRefusal)) throw error
    if (error.status === 403) return refused(403, error.message)
    return refused(
      401,
      'Invalid username or token. Password authentication is not supported for Git operations.',
    )
  }
  const repository = world.repository(git.path)
  if (!repository || !mayRead(identity, repository)) {
    // Without credentials GitHub asks for them first, so that a private repository cannot be told from none.
    return identity.kind === 'token'
      ? refused(404, 'Repository not found.')
      : refused(401, 'Authentication required')
  }
  if (repository.looksUntilReady > 0) return refused(404, 'Repository not found.')
  const level = git.service === 'git-receive-pack' ? 'write' : 'read'
  if (level === 'write' && repository.archived)
    return refused(403, 'This repository was archived so it is read-only.')
  try {
    requirePermission(identity, repository, { name: 'contents', level })
  } catch (error) {
    if (!(error instanceof GithubRefusal)) throw error
    return refused(error.status, 'Write access to repository not granted.')
  }
  const user = identity.kind === 'token' && level === 'write' ? identity.token.account.login : undefined
  return {
    kind: 'allowed',
    repository,
    refresh: () => world.refreshAll(repository),
    ...defined({ user }),
  }
}
