import type { IncomingMessage, ServerResponse } from 'node:http'
import { DocentError } from '@docent/core'
import { CallContext } from './call-context.ts'
import { allowAnyOrigin, preflight } from './middleware/cors.ts'
import { asDocentError, problemReply } from './middleware/problem.ts'
import { requestId } from './middleware/request-id.ts'
import { writeStream } from './middleware/write-stream.ts'
import type { Operation } from './operation.ts'
import { type TextStream, writeWhole } from './reply.ts'
import { runOperation } from './run-operation.ts'
import type { Services } from './services.ts'

/** One path of the route table: its operations by method. */
export interface Route {
  readonly path: string
  readonly methods: ReadonlyMap<string, Operation>
}

export interface IncomingRequest {
  req: IncomingMessage
  res: ServerResponse
  params: Readonly<Record<string, string>>
  query: unknown
}

/** Answers one request, whatever happens. Resolves when the reply is written. */
export async function handleRequest(
  services: Services,
  route: Route | undefined,
  { req, res, params, query }: IncomingRequest,
): Promise<void> {
  const call = new CallContext(services, req, res, params, requestId(req.headers['x-request-id']))
  services.forwardedWarning.look(req)
  const operation = route && operationFor(route, req.method)
  const isCrossOrigin = route !== undefined && isDiscovery(route)
  let failure: DocentError | undefined
  try {
    if (isCrossOrigin && req.method === 'OPTIONS')
      writeWhole(res, preflight(route.path, [...route.methods.keys()]), call.replyHeaders)
    else if (operation) await answer(operation, call, query)
    else throw notRouted(route, call)
  } catch (error) {
    failure = asDocentError(error)
    if (isCrossOrigin && !('Access-Control-Allow-Origin' in call.replyHeaders)) allowAnyOrigin(call)
    refuse(call, failure)
  }
  log(call, route, operation, failure)
}

async function answer(operation: Operation, call: CallContext, query: unknown): Promise<void> {
  const reply = await runOperation(operation, call, query)
  if (reply.kind !== 'stream') return writeWhole(call.res, reply, call.replyHeaders)
  call.res.writeHead(200, {
    ...call.replyHeaders,
    'Cache-Control': 'no-cache, no-transform',
    'X-Accel-Buffering': 'no',
    ...reply.headers,
  })
  call.res.flushHeaders()
  await writeLive(call, reply.stream)
}

async function writeLive(call: CallContext, content: TextStream): Promise<void> {
  const { streams, http } = call.services
  using _entered = streams.enter(call.controller, content.resumable)
  await writeStream(call.res, content, { keepAliveMs: http.keepAliveMs })
}

/** HEAD is GET without the body, which Node leaves out by itself. */
function operationFor(route: Route, method = 'GET'): Operation | undefined {
  return route.methods.get(method === 'HEAD' ? 'GET' : method)
}

function isDiscovery(route: Route): boolean {
  return route.path.startsWith('/discovery/') || route.path.startsWith('/mcp/')
}

function notRouted(route: Route | undefined, call: CallContext): DocentError {
  if (!route)
    return new DocentError('not_found', 'There is no such route. See /openapi.json for what there is.')
  const methods = [...route.methods.keys()].flatMap((method) =>
    method === 'GET' ? ['GET', 'HEAD'] : [method],
  )
  const allowed = isDiscovery(route) ? [...methods, 'OPTIONS'] : methods
  call.setHeader('Allow', allowed.join(', '))
  return new DocentError('method_not_allowed', `This route answers ${allowed.join(', ')} only.`)
}

function refuse(call: CallContext, failure: DocentError): void {
  const { res, services } = call
  if (res.headersSent || res.destroyed) {
    // A reply that has begun cannot become an error: cutting it off is how the client learns of it.
    res.destroy()
    return
  }
  writeWhole(
    res,
    problemReply(failure, { instance: call.path, requestId: call.requestId, now: services.clock.now() }),
    call.replyHeaders,
  )
}

function log(
  call: CallContext,
  route: Route | undefined,
  operation: Operation | undefined,
  failure: DocentError | undefined,
): void {
  const { req, res, services, requestId: id, keyId } = call
  const status = failure?.code === 'aborted' ? 499 : res.statusCode
  const isSecret = operation !== undefined && 'secretPath' in operation && operation.secretPath === true
  const fields = {
    requestId: id,
    method: req.method,
    path: isSecret ? route?.path : call.path,
    status,
    ms: Math.round((performance.now() - call.startedAt) * 10) / 10,
    ...(keyId === undefined ? {} : { keyId }),
    ...(failure === undefined ? {} : { code: failure.code }),
  }
  if (failure !== undefined && status >= 500)
    services.logger.error({ ...fields, err: failure.cause ?? failure }, 'request failed')
  else services.logger.info(fields, 'request')
}
