import { verify } from 'node:crypto'
import type { GithubAccount, GithubRepository, GithubToken, Permission, Role } from './github-model.ts'
import { badCredentials, GithubRefusal, notAccessible, notFound, suspended } from './github-refusal.ts'
import type { GithubWorld } from './github-world.ts'
import { isRecord } from './open-api-contract.ts'

/** Who sent a request. */
export type Identity = { kind: 'anonymous' } | { kind: 'app' } | { kind: 'token'; token: GithubToken }

/** Reads `Authorization` of a REST request. @throws GithubRefusal 401 in GitHub's words. */
export function identify(world: GithubWorld, header: string | undefined): Identity {
  if (header === undefined) return { kind: 'anonymous' }
  const [scheme = '', value = ''] = header.split(' ')
  switch (scheme.toLowerCase()) {
    case 'basic':
      return { kind: 'token', token: requireToken(world, basicPassword(value)) }
    case 'bearer':
    case 'token':
      if (value.split('.').length === 3) return verifyAppToken(world, value)
      return { kind: 'token', token: requireToken(world, value) }
    default:
      throw badCredentials()
  }
}

/** A person may see a repository that is public, or that the token covers. */
export function mayRead(identity: Identity, repository: GithubRepository): boolean {
  return !repository.private || (identity.kind === 'token' && coversToken(identity.token, repository))
}

/** @throws GithubRefusal 404 when the caller may not know of the repository, 403 when its permissions are too small. */
export function requirePermission(
  identity: Identity,
  repository: GithubRepository,
  needed: { name: string; level: Permission },
): void {
  if (!mayRead(identity, repository)) throw notFound()
  if (needed.level === 'read' && !repository.private) return
  if (identity.kind !== 'token') throw new GithubRefusal(401, 'Requires authentication')
  const { token } = identity
  if (repository.archived && needed.level === 'write') {
    throw new GithubRefusal(403, 'Repository was archived so is read-only.')
  }
  if (token.classic) {
    if (needed.level === 'read' || roleOf(token.account, repository) !== 'read') return
    throw new GithubRefusal(403, 'Must have write access to Repository.')
  }
  // Every token that covers a repository may read its metadata.
  const own = needed.name === 'metadata' ? 'read' : token.permissions[needed.name]
  const granted = coversToken(token, repository) ? own : undefined
  const enough = granted === 'write' || (granted === 'read' && needed.level === 'read')
  if (!enough) throw notAccessible(token.installation ? 'app' : 'token')
}

/** What a person may in a repository that they see. */
export function roleOf(account: GithubAccount, repository: GithubRepository): Role {
  return repository.owner.id === account.id
    ? 'admin'
    : (repository.collaborators.get(account.login) ?? 'read')
}

/** What `GET /repos/{owner}/{repo}` says that the caller may. */
export function mayPush(identity: Identity, repository: GithubRepository): boolean {
  if (identity.kind !== 'token') return false
  const { token } = identity
  if (token.classic) return roleOf(token.account, repository) !== 'read'
  return coversToken(token, repository) && token.permissions.contents === 'write'
}

function requireToken(world: GithubWorld, value: string): GithubToken {
  const token = world.tokens.find((each) => each.value === value)
  if (!token || (token.expiresAt !== undefined && token.expiresAt <= world.now())) throw badCredentials()
  if (token.installation) {
    if (!world.installations.includes(token.installation)) throw badCredentials()
    if (token.installation.suspendedAt !== undefined) throw suspended()
  }
  return token
}

function coversToken(token: GithubToken, repository: GithubRepository): boolean {
  if (token.classic) {
    return repository.owner.id === token.account.id || repository.collaborators.has(token.account.login)
  }
  if (token.installation && token.installation.account.id !== repository.owner.id) return false
  return token.repositories === 'all' || token.repositories.has(repository.id)
}

function basicPassword(value: string): string {
  const text = Buffer.from(value, 'base64').toString()
  return text.slice(text.indexOf(':') + 1)
}

/** RS256 with the app's public key, `iss` the app's id, at most ten minutes long: the rules of GitHub. */
function verifyAppToken(world: GithubWorld, jwt: string): Identity {
  const [header = '', payload = '', signature = ''] = jwt.split('.')
  const signed = verify(
    'RSA-SHA256',
    Buffer.from(`${header}.${payload}`),
    world.app.publicKey,
    Buffer.from(signature, 'base64url'),
  )
  if (!signed) throw new GithubRefusal(401, 'A JSON web token could not be decoded')
  const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString())
  if (!isRecord(claims)) throw new GithubRefusal(401, 'A JSON web token could not be decoded')
  const { iss, iat, exp } = claims
  const now = world.now() / 1000
  if (String(iss) !== String(world.app.id)) throw new GithubRefusal(401, 'Integration not found')
  if (typeof exp !== 'number' || exp <= now) {
    throw new GithubRefusal(
      401,
      "'Expiration time' claim ('exp') must be a numeric value representing the future time at which the assertion expires",
    )
  }
  if (exp > now + 600)
    throw new GithubRefusal(401, "'Expiration time' claim ('exp') is too far in the future")
  if (typeof iat !== 'number' || iat > now + 60) {
    throw new GithubRefusal(
      401,
      "'Issued at' claim ('iat') must be an Integer representing the time that the assertion was issued",
    )
  }
  return { kind: 'app' }
}
