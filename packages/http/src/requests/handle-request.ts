import { DocentError, defined, type Operation, type Reply, type TextStream } from '@docent/core/plugin'
import { CallContext } from '../calls/call-context.ts'
import type { Services } from '../calls/services.ts'
import type { ReplySink } from '../exchange/reply-sink.ts'
import type { RequestSource } from '../exchange/request-source.ts'
import { type Audience, asDocentError, problemReply } from '../replies/problem.ts'
import { writeWhole } from '../replies/reply.ts'
import { requestId as chooseRequestId } from '../replies/request-id.ts'
import { writeStream } from '../replies/write-stream.ts'
import { assertKnownHost, readForwardedHost } from '../settings/known-host.ts'
import { isAnsweredForPages, isSiteHost } from '../settings/site-host.ts'
import { allowAnyOrigin, preflight } from './cors.ts'
import { loggedPath } from './logged-path.ts'
import { observeRequest } from './observe-request.ts'
import type { Route } from './route.ts'
import { runOperation } from './run-operation.ts'

export interface IncomingRequest {
  /** Undefined for an address that leads nowhere. */
  route: Route | undefined
  req: RequestSource
  res: ReplySink
  params: Readonly<Record<string, string>>
  query: unknown
}

/** Answers one request, whatever happens. Resolves when the reply is written. */
export function handleRequest(
  services: Services,
  incoming: IncomingRequest,
  failedPage?: FailedPage,
): Promise<void> {
  const { telemetry } = services
  if (!telemetry.isOn) return answerRequest(services, incoming, failedPage)
  return observeRequest(telemetry, incoming.route?.path, incoming, () =>
    answerRequest(services, incoming, failedPage),
  )
}

async function answerRequest(
  services: Services,
  { route: found, req, res, params, query }: IncomingRequest,
  failedPage: FailedPage | undefined,
): Promise<void> {
  readForwardedHost(req, services.http.trustedProxies)
  const call = new CallContext(services, req, res, params, chooseRequestId(req.headers['x-request-id']))
  services.forwardedWarning.look(req)
  const isHidden = isSiteHost(services.http, req.headers) && !isAnsweredForPages(found?.path ?? '')
  const route = isHidden ? undefined : found
  const operation = route && operationFor(route, req.method)
  const isCrossOrigin = route !== undefined && isDiscovery(route)
  let failure: DocentError | undefined
  try {
    if (isCrossOrigin && req.method === 'OPTIONS')
      respond(call, preflight(route.path, [...route.methods.keys()]))
    else if (operation) {
      assertKnownHost(services, route?.path ?? '', req)
      await answer(operation, call, query)
    } else throw notRouted(route, call)
  } catch (error) {
    failure = asDocentError(error)
    if (isCrossOrigin && !('Access-Control-Allow-Origin' in call.replyHeaders)) allowAnyOrigin(call)
    const isForPerson = !isHidden && isPageRequest(req) && (route === undefined || isPage(operation))
    await refuse(call, failure, {
      audience: isForOperator(operation) ? 'operator' : 'reader',
      isRouted: route !== undefined,
      challenge: operation?.key === undefined ? undefined : operation.challenge?.(call),
      page: isForPerson ? failedPage : undefined,
    })
  }
  log(call, route, failure)
}

async function answer(operation: Operation, call: CallContext, query: unknown): Promise<void> {
  const reply = await runOperation(operation, call, query)
  if (reply.kind !== 'stream') return respond(call, reply)
  call.res.writeHead(200, {
    ...call.replyHeaders,
    'Cache-Control': 'no-cache, no-transform',
    'X-Accel-Buffering': 'no',
    ...reply.headers,
  })
  call.res.flushHeaders()
  await writeLive(call, operation, reply.stream)
}

async function writeLive(call: CallContext, operation: Operation, content: TextStream): Promise<void> {
  const { streams, memory, keyWatch, http } = call.services
  using _entered = streams.enter(call.controller, content.resumable)
  // An operation without a key has none that could be revoked meanwhile.
  using _watched =
    call.keyId === undefined ? watchSession(call, operation) : keyWatch.watch(call.key, call.controller)
  await writeStream(call.res, content, { ...http, memory })
}

/** Nothing to watch where nobody is signed in. */
function watchSession(call: CallContext, { permission }: Operation): Disposable | undefined {
  const { actor, controller, knownReach, services } = call
  if (actor.kind !== 'member') return undefined
  const isRole = permission !== undefined && permission !== 'anyone' && permission !== 'signed-in'
  return services.sessionWatch.watch({
    actor,
    controller,
    organization: knownReach?.organizationId,
    permission: isRole ? permission : undefined,
  })
}

function respond(call: CallContext, reply: Exclude<Reply, { kind: 'stream' }>): void {
  writeWhole(call.res, reply, call.replyHeaders, call.services.http.stalledReaderMs)
}

/** HEAD is GET without the body, which Node leaves out by itself. */
function operationFor(route: Route, method = 'GET'): Operation | undefined {
  return route.methods.get(method === 'HEAD' ? 'GET' : method)
}

/** Only callers with an admin key, and members, learn which setting is missing. */
function isForOperator(operation: Operation | undefined): boolean {
  return operation?.key === 'admin' || operation?.permission !== undefined
}

/** Whatever an assistant key opens, pages of any origin may call, under every address that it has. */
function isDiscovery(route: Route): boolean {
  return [...route.methods.values()].some(({ key }) => key === 'assistant')
}

function notRouted(route: Route | undefined, call: CallContext): DocentError {
  if (!route)
    return new DocentError('not_found', 'There is no such route. For all routes, see /openapi.json.')
  const methods = [...route.methods.keys()].flatMap((method) =>
    method === 'GET' ? ['GET', 'HEAD'] : [method],
  )
  const allowed = isDiscovery(route) ? [...methods, 'OPTIONS'] : methods
  call.setHeader('Allow', allowed.join(', '))
  return new DocentError('method_not_allowed', `This route answers ${allowed.join(', ')} only.`)
}

/** What a person sees in a browser where a program would read a problem in JSON. */
export type FailedPage = (failure: {
  error: DocentError
  /** False where the address leads to no operation. */
  isRouted: boolean
  requestId: string
  audience: Audience
}) => Promise<Reply & { kind: 'text' }>

interface Refused {
  audience: Audience
  isRouted: boolean
  /** When a browser opened the address: its person reads a page, and no JSON. */
  page: FailedPage | undefined
  challenge: string | undefined
}

/** What browsers ask for when a person opens an address; programs and scripts of pages do not. */
function isPageRequest({ method, headers }: RequestSource): boolean {
  return (method === 'GET' || method === 'HEAD') && /\btext\/html\b/.test(String(headers.accept ?? ''))
}

function isPage(operation: Operation | undefined): boolean {
  return operation?.reply.content !== undefined && 'text/html' in operation.reply.content
}

async function refuse(call: CallContext, failure: DocentError, refused: Refused): Promise<void> {
  const { res, services } = call
  if (res.headersSent || res.destroyed) {
    // A reply that has begun cannot become an error: cutting it off is how the client learns of it.
    res.destroy()
    return
  }
  const { path: instance, requestId } = call
  const { audience, page: failedPage, isRouted, challenge } = refused
  const problem = problemReply(failure, {
    ...{ instance, requestId, audience, challenge },
    now: services.clock.now(),
  })
  if (!failedPage) return respond(call, problem)
  const page = await failedPage({ error: failure, isRouted, requestId, audience })
  respond(call, { ...page, headers: { ...problem.headers, ...page.headers } })
}

function log(call: CallContext, route: Route | undefined, failure: DocentError | undefined): void {
  const { req, res, services, requestId: id, keyId } = call
  const status = failure?.code === 'aborted' ? 499 : res.statusCode
  const fields = {
    requestId: id,
    method: req.method,
    path: loggedPath(call.path, route),
    status,
    ms: Math.round((performance.now() - call.startedAt) * 10) / 10,
    ...defined({ keyId }),
    ...defined({ code: failure?.code }),
  }
  if (failure !== undefined && status >= 500)
    services.logger.error(
      { ...fields, err: isUnexpected(failure) ? failure.cause : failure },
      'request failed',
    )
  else services.logger.info(fields, 'request')
}

/** An error of no code of ours: its own words say more than the sentence that stands for it in the reply. */
function isUnexpected({ code, cause }: DocentError): boolean {
  return code === 'internal' && cause !== undefined
}
