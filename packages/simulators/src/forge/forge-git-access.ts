import { defined } from '@docent/core/plugin'
import type { GitAccess, GitAnswer, GitRequest } from '../host/git-route.ts'
import type { ForgeToken } from './forge-model.ts'
import type { ForgeVendor } from './forge-vendor.ts'
import type { ForgeWorld } from './forge-world.ts'

/** Who may fetch and push: the token is the password, whatever the user name. */
export function forgeGitAccess(world: ForgeWorld, vendor: ForgeVendor): GitAccess {
  return { realm: vendor.git.realm, decide: (git, header) => decide(world, vendor, git, header) }
}

function decide(
  world: ForgeWorld,
  vendor: ForgeVendor,
  git: GitRequest,
  header: string | undefined,
): GitAnswer {
  const { denied, missing, readOnly } = vendor.git
  const refused = (status: number, message: string): GitAnswer => ({ kind: 'refused', status, message })
  const token = tokenOf(world, header)
  if (header !== undefined && !token) return refused(401, denied)
  const repository = world.repository(git.path) ?? world.renamed(git.path)
  const role = repository && token ? world.roleOf(repository, token.account.login) : undefined
  if (!repository || (repository.private && role === undefined)) {
    // Without credentials a host asks for them first, so that a private repository cannot be told from none.
    return token ? refused(404, missing) : refused(401, denied)
  }
  const allowed = (user?: string): GitAnswer => ({
    kind: 'allowed',
    repository,
    refresh: () => world.refresh(repository),
    ...defined({ user }),
  })
  if (git.service === 'git-upload-pack') return allowed()
  if (!token) return refused(401, denied)
  const may = token.access === 'write' && role !== undefined && role !== 'reader'
  return may ? allowed(token.account.login) : refused(403, readOnly)
}

function tokenOf(world: ForgeWorld, header: string | undefined): ForgeToken | undefined {
  const text = Buffer.from(header?.replace(/^basic /i, '') ?? '', 'base64').toString()
  const password = text.slice(text.indexOf(':') + 1)
  return world.tokens.find((each) => each.value === password)
}
