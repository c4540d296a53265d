import type { Permission, Reach } from '@docent/core'
import { type Actor, type ApiOperation, DocentError, organizationId, type Reply } from '@docent/core/plugin'
import { parseJsonBody } from '../bodies/parse-json.ts'
import { validate } from '../bodies/validate.ts'
import type { CallContext } from '../calls/call-context.ts'
import { permissionsIn, reachesOf } from '../sessions/actor.ts'
import { isCsrfToken } from '../sessions/csrf-token.ts'
import { assertSameOrigin } from '../sessions/same-origin.ts'
import { readBodyOf } from './read-body-of.ts'
import { writeAudit } from './write-audit.ts'

/** The steps of a request to `/api`: who calls, where from, about what, may they, and then validate and act. */
export async function runApi(operation: ApiOperation, call: CallContext, query: unknown): Promise<Reply> {
  call.setHeader('Cache-Control', 'no-store')
  call.setHeader('Vary', 'Cookie, Authorization')
  const isChange = call.req.method !== 'GET' && call.req.method !== 'HEAD'
  if (isChange && call.headers.authorization === undefined)
    assertSameOrigin(call.headers, call.services.http.publicUrl)
  call.actor = await findActor(call)
  if (isChange) assertCsrf(operation, call)
  const { organization, ...rest } = query as Record<string, unknown>
  await permit(operation, call, organization)
  if (operation.query) call.query = validate(operation.query, rest, 'query')
  if (operation.body) {
    const raw = await readBodyOf(operation, call)
    call.rawBody = parseJsonBody(call.headers, raw)
    call.body = validate(operation.body, call.rawBody, 'body')
  }
  const reply = await operation.handle(call)
  if (operation.audit !== undefined) await writeAudit(operation.audit, call)
  return reply
}

async function findActor(call: CallContext): Promise<Actor> {
  const { headers, services, signal } = call
  if (headers.authorization !== undefined) {
    const { authorization, origin } = headers
    const key = await services.authenticate.authenticate(
      { authorization, origin, kind: 'admin', ip: call.ip },
      { signal },
    )
    call.key = key
    return { kind: 'key', key }
  }
  const found = await services.signedIn.read(headers, signal)
  return found ? { kind: 'member', ...found } : { kind: 'nobody' }
}

/** Signing in has no session yet: `assertSameOrigin` and the JSON body, which no form can send, guard it. */
function assertCsrf({ permission }: ApiOperation, { actor, headers, services }: CallContext): void {
  if (actor.kind !== 'member' || permission === 'anyone') return
  if (isCsrfToken(services.settings.secrets, actor.token, headers['x-csrf-token'])) return
  throw new DocentError(
    'forbidden',
    'The header X-CSRF-Token is missing or wrong. Send the csrfToken of GET /api/session.',
  )
}

async function permit(operation: ApiOperation, call: CallContext, organization: unknown): Promise<void> {
  const { actor } = call
  const { permission } = operation
  if (permission === 'anyone') return
  if (actor.kind === 'nobody')
    throw new DocentError('unauthorized', 'Sign in, or send "Authorization: Bearer <admin key>".')
  if (permission === 'signed-in') {
    if (actor.kind === 'key') throw new DocentError('forbidden', 'This operation is for signed-in people.')
    return
  }
  call.reach = await findReach(call, organization)
  call.permissions = permissionsIn(actor, call.organizationId) ?? []
  assertPermission(permission, call)
  const isLimited = call.reach.projectIds.length > 0 && call.namedProject === undefined
  if (isLimited && permission === 'manage' && operation.allowsLimitedKeys !== true)
    throw new DocentError('forbidden', 'This key is limited to projects, and this is about the organization.')
}

async function findReach(call: CallContext, organization: unknown): Promise<Reach> {
  const { actor, params, services, signal } = call
  const reaches = reachesOf(actor)
  const { projectId: id, domain } = params
  if (id !== undefined || domain !== undefined) {
    const name = id === undefined ? { domain: domain ?? '' } : { id }
    const { project, reach } = await services.findProject.among(reaches, name, { signal })
    call.project = project
    return reach
  }
  const reach =
    organization === undefined
      ? reaches[0]
      : reaches.find((one) => one.organizationId === organizationId(String(organization)))
  if (reach) return reach
  throw new DocentError('not_found', 'There is no such organization.')
}

const NEEDED: Readonly<Record<Permission, string>> = {
  view: 'Viewing this needs a role in the organization, or a key with the scope "read".',
  edit: 'This needs the role editor or owner, or a key with the scope "write".',
  manage: 'This needs the role owner, or a key with the scope "manage".',
  members: 'This needs the role owner. No key may do it.',
}

function assertPermission(permission: Permission, { permissions }: CallContext): void {
  if (!permissions.includes(permission)) throw new DocentError('forbidden', NEEDED[permission])
}
