import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { defined } from '@docent/core'
import { serveGit } from '../github/git-http-backend.ts'
import type { PlantedFault } from '../github/planted-fault.ts'
import type { ForgeRepository, ForgeToken } from './forge-model.ts'
import type { ForgeVendor } from './forge-vendor.ts'
import type { ForgeWorld } from './forge-world.ts'

const GIT_PATH = /^\/(?<path>.+?)(?:\.git)?(?<rest>\/info\/refs|\/git-upload-pack|\/git-receive-pack)$/

export interface ForgeGitRequest {
  path: string
  rest: string
  service: 'git-upload-pack' | 'git-receive-pack'
}

export function matchGit(url: URL): ForgeGitRequest | undefined {
  const { path, rest } = GIT_PATH.exec(url.pathname)?.groups ?? {}
  if (path === undefined || rest === undefined) return undefined
  const asked = rest === '/info/refs' ? url.searchParams.get('service') : rest.slice(1)
  return { path, rest, service: asked === 'git-receive-pack' ? 'git-receive-pack' : 'git-upload-pack' }
}

/** Git over HTTP with the host's access rules in front of it; the token is the password, whatever the user name. */
export async function answerGit(
  { world, vendor }: { world: ForgeWorld; vendor: ForgeVendor },
  git: ForgeGitRequest,
  fault: PlantedFault | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', world.origin)
  const refused = (status: number, text: string): void => {
    const challenge = status === 401 ? { 'www-authenticate': `Basic realm="${vendor.git.realm}"` } : {}
    request.resume()
    response.writeHead(status, { 'content-type': 'text/plain', ...challenge }).end(`${text}\n`)
  }
  if (fault?.delayMs !== undefined) await wait(fault.delayMs)
  if (fault?.disconnect && !fault.afterEffect) {
    request.socket.destroy()
    return
  }
  if (fault?.status !== undefined && !fault.afterEffect) {
    return refused(fault.status, fault.message ?? 'planted')
  }
  const allowed = authorize(world, vendor, git, request.headers.authorization)
  if ('status' in allowed) return refused(allowed.status, allowed.message)
  await serveGit(request, response, {
    gitDir: allowed.repository.gitDir,
    path: git.rest,
    query: url.search.slice(1),
    protectedBranches: allowed.repository.protectedBranches,
    ...defined({ user: allowed.user }),
    ...(fault?.afterEffect ? { discardReply: true } : {}),
  })
  if (git.rest === '/git-receive-pack') await world.refresh(allowed.repository)
  if (!fault?.afterEffect) return
  if (fault.status !== undefined) return refused(fault.status, fault.message ?? 'planted')
  request.socket.destroy()
}

type Allowed = { repository: ForgeRepository; user?: string } | { status: number; message: string }

function authorize(
  world: ForgeWorld,
  vendor: ForgeVendor,
  git: ForgeGitRequest,
  header: string | undefined,
): Allowed {
  const { denied, missing, readOnly } = vendor.git
  const token = tokenOf(world, header)
  if (header !== undefined && !token) return { status: 401, message: denied }
  const repository = world.repository(git.path) ?? world.renamed(git.path)
  const role = repository && token ? world.roleOf(repository, token.account.login) : undefined
  if (!repository || (repository.private && role === undefined)) {
    // Without credentials a host asks for them first, so that a private repository cannot be told from none.
    return token ? { status: 404, message: missing } : { status: 401, message: denied }
  }
  if (git.service === 'git-upload-pack') return { repository }
  if (!token) return { status: 401, message: denied }
  const may = token.access === 'write' && role !== undefined && role !== 'reader'
  return may ? { repository, user: token.account.login } : { status: 403, message: readOnly }
}

function tokenOf(world: ForgeWorld, header: string | undefined): ForgeToken | undefined {
  const text = Buffer.from(header?.replace(/^basic /i, '') ?? '', 'base64').toString()
  const password = text.slice(text.indexOf(':') + 1)
  return world.tokens.find((each) => each.value === password)
}
