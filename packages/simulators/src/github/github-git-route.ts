import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { defined } from '@docent/core'
import { serveGit } from './git-http-backend.ts'
import { type Identity, identify, mayRead, requirePermission } from './github-access.ts'
import type { GithubRepository } from './github-model.ts'
import { GithubRefusal } from './github-refusal.ts'
import type { GithubWorld } from './github-world.ts'
import type { PlantedFault } from './planted-fault.ts'

const GIT_PATH =
  /^\/(?<path>[^/]+\/[^/]+?)(?:\.git)?(?<rest>\/info\/refs|\/git-upload-pack|\/git-receive-pack)$/

export interface GitRequest {
  /** `owner/name` */
  path: string
  rest: string
  service: 'git-upload-pack' | 'git-receive-pack'
}

export function matchGit(url: URL): GitRequest | undefined {
  const { path, rest } = GIT_PATH.exec(url.pathname)?.groups ?? {}
  if (path === undefined || rest === undefined) return undefined
  const asked = rest === '/info/refs' ? url.searchParams.get('service') : rest.slice(1)
  return { path, rest, service: asked === 'git-receive-pack' ? 'git-receive-pack' : 'git-upload-pack' }
}

/** Git over HTTP with GitHub's access rules in front of it. */
export async function answerGit(
  world: GithubWorld,
  git: GitRequest,
  fault: PlantedFault | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', world.origin)
  const refused = (status: number, text: string): void => {
    const challenge = status === 401 ? { 'www-authenticate': 'Basic realm="GitHub"' } : {}
    request.resume()
    response.writeHead(status, { 'content-type': 'text/plain', ...challenge }).end(`${text}\n`)
  }
  if (fault?.delayMs !== undefined) await wait(fault.delayMs)
  if (fault?.disconnect && !fault.afterEffect) {
    request.socket.destroy()
    return
  }
  if (fault?.status !== undefined && !fault.afterEffect)
    return refused(fault.status, fault.message ?? 'planted')

  const moved = world.repository(git.path) ? undefined : world.renamed(git.path)
  if (moved) {
    const location = `${world.origin}/${moved.owner.login}/${moved.name}.git${git.rest}${url.search}`
    response.writeHead(301, { location }).end()
    return
  }
  const allowed = authorize(world, git, request.headers.authorization)
  if ('status' in allowed) return refused(allowed.status, allowed.message)
  await serveGit(request, response, {
    gitDir: allowed.repository.gitDir,
    path: git.rest,
    query: url.search.slice(1),
    protectedBranches: allowed.repository.protectedBranches,
    signedCommits: allowed.repository.signedCommits,
    ...defined({ user: allowed.user }),
    ...(fault?.afterEffect ? { discardReply: true } : {}),
  })
  if (git.rest === '/git-receive-pack') await world.refreshAll(allowed.repository)
  if (!fault?.afterEffect) return
  if (fault.status !== undefined) return refused(fault.status, fault.message ?? 'planted')
  request.socket.destroy()
}

type Allowed = { repository: GithubRepository; user?: string } | { status: number; message: string }

function authorize(world: GithubWorld, git: GitRequest, header: string | undefined): Allowed {
  let identity: Identity
  try {
    identity = identify(world, header)
  } catch (error) {
    if (!(error instanceof GithubRefusal)) throw error
    if (error.status === 403) return { status: 403, message: error.message }
    return {
      status: 401,
      message: 'Invalid username or token. Password authentication is not supported for Git operations.',
    }
  }
  const repository = world.repository(git.path)
  const anonymous = identity.kind !== 'token'
  if (!repository || !mayRead(identity, repository)) {
    // Without credentials GitHub asks for them first, so that a private repository cannot be told from none.
    return anonymous
      ? { status: 401, message: 'Authentication required' }
      : { status: 404, message: 'Repository not found.' }
  }
  if (repository.readyAt > world.now()) return { status: 404, message: 'Repository not found.' }
  const level = git.service === 'git-receive-pack' ? 'write' : 'read'
  if (level === 'write' && repository.archived) {
    return { status: 403, message: 'This repository was archived so it is read-only.' }
  }
  try {
    requirePermission(identity, repository, { name: 'contents', level })
  } catch (error) {
    if (!(error instanceof GithubRefusal)) throw error
    return { status: error.status, message: 'Write access to repository not granted.' }
  }
  return identity.kind === 'token' && level === 'write'
    ? { repository, user: identity.token.account.login }
    : { repository }
}
