import { keySecrets, openReader, spendHeaders } from '@docent/core'
import {
  DocentError,
  defined,
  json,
  type KeyedOperation,
  type Operation,
  type PublicOperation,
  type Reply,
} from '@docent/core/plugin'
import { parseJsonBody } from '../bodies/parse-json.ts'
import { validate } from '../bodies/validate.ts'
import { validateBody } from '../bodies/validate-body.ts'
import type { CallContext } from '../calls/call-context.ts'
import { takeRequestLimits, withinRequestLimits } from '../calls/take-request-limits.ts'
import { siteOriginOf } from '../settings/site-host.ts'
import { withSiteUrl } from '../settings/site-url.ts'
import { allowAnyOrigin, allowOriginOf } from './cors.ts'
import { setDeprecationHeaders } from './deprecation.ts'
import { readBodyOf } from './read-body-of.ts'
import { runApi } from './run-api.ts'

/**
 * The steps of every request, in the order of the contract: authenticate, validate, resolve the project, look for a
 * replay, limit, act. What an earlier step refuses uses up nothing of a later one.
 */
export async function runOperation(operation: Operation, call: CallContext, query: unknown): Promise<Reply> {
  if (operation.permission !== undefined) return runApi(operation, call, query)
  return operation.key === undefined ? runPublic(operation, call, query) : runKeyed(operation, call, query)
}

async function runPublic(operation: PublicOperation, call: CallContext, query: unknown): Promise<Reply> {
  if (operation.query) call.query = validate(operation.query, query, 'query')
  if (operation.takesBytes) call.bytes = await readBodyOf(operation, call)
  return operation.handle(call)
}

async function runKeyed(operation: KeyedOperation, call: CallContext, query: unknown): Promise<Reply> {
  prepareHeaders(operation, call)
  call.key = await authenticate(operation, call)
  if (operation.key === 'assistant') allowOriginOf(call, call.key, call.headers.origin)

  const raw = await readInput(operation, call, query)
  if (!operation.ofOrganization) call.project = await findProject(operation, call)
  return withIdempotency(operation, call, raw, async () => {
    const { limit } = operation
    if (!limit) return operation.handle(call)
    await takeLimits(operation, call)
    return withinRequestLimits(call, limit, async () => operation.handle(call))
  })
}

async function findProject({ key }: KeyedOperation, { services, key: record, params }: CallContext) {
  const project =
    key === 'admin'
      ? await services.findProject.byId(record, params.projectId ?? '')
      : await services.findProject.byDomain(record, params.domain ?? '')
  return withSiteUrl(project, siteOriginOf(services))
}

function prepareHeaders(operation: KeyedOperation, call: CallContext): void {
  const { params, services } = call
  if (operation.key === 'assistant') allowAnyOrigin(call)
  if (operation.deprecatedFor === undefined) return
  const successor = operation.deprecatedFor.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
  setDeprecationHeaders(call, successor, services.http.sunset)
}

async function authenticate(operation: KeyedOperation, call: CallContext) {
  const { key, scope, isOpen } = operation
  const { authorization, origin } = call.headers
  const other = await operation.authenticate?.(call)
  if (other) return other
  if (isOpen && authorization === undefined) {
    const { findProject, settings, clock } = call.services
    const project = await findProject.openToAll(call.params.domain ?? '')
    if (project) return openReader(keySecrets(settings), project, call.ip, clock.now())
  }
  return call.services.authenticate.authenticate({
    authorization,
    origin,
    kind: key,
    ...defined({ scope }),
    // Most keys are good from every address: it is worked out for those that are not, and for refusals.
    get ip() {
      return call.ip
    },
  })
}

/** @returns the raw body, which replays are told apart by. */
async function readInput(operation: KeyedOperation, call: CallContext, query: unknown): Promise<Uint8Array> {
  if (operation.query) call.query = validate(operation.query, query, 'query')
  const isRead = operation.body !== undefined || operation.idempotency !== undefined
  const raw = isRead ? await readBodyOf(operation, call) : new Uint8Array()
  if (operation.body) {
    call.rawBody = parseJsonBody(call.headers, raw)
    call.body = validateBody(operation.body, operation.prepareBody?.(call.rawBody) ?? call.rawBody)
  }
  return raw
}

async function withIdempotency(
  operation: KeyedOperation,
  call: CallContext,
  body: Uint8Array,
  act: () => Promise<Reply>,
): Promise<Reply> {
  const key = call.headers['idempotency-key']
  const { idempotency } = operation
  if (idempotency === undefined || key === undefined) return act()
  if (typeof key !== 'string') throw new DocentError('invalid_request', 'Idempotency-Key: send it once.')
  const { project } = call
  const answer = await call.services.idempotency.begin(
    call.key.organizationId,
    { key, path: `${call.req.method} ${call.path}`, body },
    (job) => idempotency.respond(job, project),
  )
  if (answer.kind === 'replay') {
    call.setHeader('Idempotent-Replayed', 'true')
    const { record } = answer
    return idempotency.replay?.(call, record) ?? json(record.body, record.status)
  }
  try {
    call.claim = answer.claim
    return await act()
  } finally {
    answer.done()
  }
}

async function takeLimits({ limit }: KeyedOperation, call: CallContext): Promise<void> {
  if (limit === undefined) return
  await takeRequestLimits(call, limit)
  if (limit !== 'assistant' && limit !== 'agent') return
  const { key, project, services } = call
  const spend = await services.spendCaps.report({ project, key })
  for (const [name, value] of Object.entries(spendHeaders(spend, services.clock.now())))
    call.setHeader(name, value)
}
