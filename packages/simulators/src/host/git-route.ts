import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { defined } from '@docent/core/plugin'
import { serveGit } from './git-http-backend.ts'
import type { PlantedFault } from './planted-fault.ts'

const GIT_PATH = /^\/(?<path>.+?)(?:\.git)?(?<rest>\/info\/refs|\/git-upload-pack|\/git-receive-pack)$/

export interface GitRequest {
  /** `owner/name` */
  path: string
  rest: string
  service: 'git-upload-pack' | 'git-receive-pack'
}

/** What a host says to a request of git. */
export type GitAnswer =
  | { kind: 'refused'; status: number; message: string }
  | { kind: 'moved'; path: string }
  | {
      kind: 'allowed'
      repository: { gitDir: string; protectedBranches: Iterable<string>; signedCommits?: boolean }
      /** Set for who may push. */
      user?: string
      /** Takes note of what was pushed. */
      refresh(): Promise<unknown>
    }

/** The access rules of a host. */
export interface GitAccess {
  /** For the question about credentials. */
  realm: string
  decide(git: GitRequest, authorization: string | undefined): GitAnswer
}

export function matchGit(url: URL): GitRequest | undefined {
  const { path, rest } = GIT_PATH.exec(url.pathname)?.groups ?? {}
  if (path === undefined || rest === undefined) return undefined
  const asked = rest === '/info/refs' ? url.searchParams.get('service') : rest.slice(1)
  return { path, rest, service: asked === 'git-receive-pack' ? 'git-receive-pack' : 'git-upload-pack' }
}

/** Git over HTTP with a host's access rules in front of it. */
export async function answerGit(
  { realm, decide }: GitAccess,
  { git, url, fault }: { git: GitRequest; url: URL; fault: PlantedFault | undefined },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const refuse = (status: number, text: string): void => {
    const challenge = status === 401 ? { 'www-authenticate': `Basic realm="${realm}"` } : {}
    request.resume()
    response.writeHead(status, { 'content-type': 'text/plain', ...challenge }).end(`${text}\n`)
  }
  if (fault?.delayMs !== undefined) await wait(fault.delayMs)
  if (fault?.disconnect && !fault.afterEffect) {
    request.socket.destroy()
    return
  }
  if (fault?.status !== undefined && !fault.afterEffect)
    return refuse(fault.status, fault.message ?? 'planted')
  const answer = decide(git, request.headers.authorization)
  if (answer.kind === 'refused') return refuse(answer.status, answer.message)
  if (answer.kind === 'moved') {
    const location = `${url.origin}/${answer.path}.git${git.rest}${url.search}`
    response.writeHead(301, { location }).end()
    return
  }
  const { repository, user } = answer
  const { gitDir, protectedBranches, signedCommits } = repository
  await serveGit(request, response, {
    gitDir,
    path: git.rest,
    query: url.search.slice(1),
    protectedBranches,
    ...defined({ user, signedCommits }),
    ...(fault?.afterEffect ? { discardReply: true } : {}),
  })
  if (git.rest === '/git-receive-pack') await answer.refresh()
  if (!fault?.afterEffect) return
  if (fault.status !== undefined) return refuse(fault.status, fault.message ?? 'planted')
  request.socket.destroy()
}
