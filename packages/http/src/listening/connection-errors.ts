import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { type Clock, DocentError } from '@docent/core/plugin'
import { problemReply } from '../replies/problem.ts'
import { writeWhole } from '../replies/reply.ts'
import { requestId } from '../replies/request-id.ts'

/** Node writes a few hundred bytes here, so a client that does not read them in this time is cut off. */
const STALLED_MS = 30_000

/** Replies to connections without a whole request: expectations, malformed requests, and requests that arrive too slowly. */
export class ConnectionErrors {
  /** The newest reply on each connection, so that an error is never written into the middle of it. */
  readonly #replies = new WeakMap<Duplex, ServerResponse>()

  #answer: RequestListener | undefined

  constructor(private readonly clock: Clock) {}

  /** The listener to create a server with. */
  listener(answer: RequestListener): RequestListener {
    this.#answer = (req, res) => {
      this.#replies.set(req.socket, res)
      const refused = hostRefusal(req) ?? thrownBy(() => answer(req, res))
      if (refused) writeWhole(res, this.#problem(refused, req.url), { Connection: 'close' }, STALLED_MS)
    }
    return this.#answer
  }

  attend(server: Server): void {
    // Operations ask for the body when they read it: see `continueBody`.
    server.on('checkContinue', (req: IncomingMessage, res: ServerResponse) => {
      // Without `100 Continue`, the client may send the body or not, so nothing else can use the connection.
      res.setHeader('Connection', 'close')
      this.#answer?.(req, res)
    })
    server.on('checkExpectation', (req: IncomingMessage, res: ServerResponse) => {
      const refused = new DocentError(
        'expectation_failed',
        `The server does not support "Expect: ${req.headers.expect}" Leave the header out.`,
      )
      writeWhole(res, this.#problem(refused, req.url), { Connection: 'close' }, STALLED_MS)
    })
    server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => this.#refuse(error, socket))
  }

  #refuse(error: NodeJS.ErrnoException, socket: Duplex): void {
    const reply = this.#replies.get(socket)
    if (reply && !reply.writableFinished && !reply.destroyed && reply.req.complete) {
      // The malformed request follows one that the server still answers.
      reply.once('finish', () => this.#refuse(error, socket))
      return
    }
    const isAnswered = reply?.headersSent === true && !reply.writableFinished
    if (!socket.writable || isAnswered || error.code === 'ECONNRESET') {
      socket.destroy(error)
      return
    }
    const { status, type, body } = this.#problem(refusalOf(error), '/')
    const headers = `Connection: close\r\nContent-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}`
    socket.end(`HTTP/1.1 ${status} ${PHRASES[status] ?? 'Error'}\r\n${headers}\r\n\r\n${body}`)
  }

  #problem(error: DocentError, url = '/') {
    const [instance = '/'] = url.split(/[?#]/)
    return problemReply(error, {
      instance,
      requestId: requestId(undefined),
      audience: 'reader',
      now: this.clock.now(),
    })
  }
}

/** RFC 9112, section 3.2: exactly one Host line, except in HTTP/1.0. */
function hostRefusal({ headers, rawHeaders, httpVersion }: IncomingMessage): DocentError | undefined {
  const { host } = headers
  if (host === undefined) return httpVersion === '1.0' ? undefined : wrongHost()
  let lines = 0
  for (let n = 0; n < rawHeaders.length; n += 2) {
    const name = rawHeaders[n] as string
    if (name.length === 4 && name.toLowerCase() === 'host') lines++
  }
  if (lines !== 1) return wrongHost()
  if (host === '' || URL.canParse(`http://${host}`)) return undefined
  return new DocentError('invalid_request', 'The Host header of the request is not a host.', {
    issues: [{ path: 'Host', message: 'must be a name or an address, with or without a port up to 65535' }],
  })
}

/** The library throws if it cannot read a request. Nothing else catches that, so it would end the process. */
function thrownBy(answer: () => void): DocentError | undefined {
  try {
    answer()
    return undefined
  } catch (cause) {
    return new DocentError('invalid_request', 'The address of the request is not valid.', {
      issues: [{ path: 'request', message: 'has an address that is no URL' }],
      cause,
    })
  }
}

function wrongHost(): DocentError {
  return new DocentError('invalid_request', 'The request must have one Host header.', {
    issues: [{ path: 'Host', message: 'must be there once' }],
  })
}

const PHRASES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
}

function refusalOf(error: NodeJS.ErrnoException): DocentError {
  switch (error.code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new DocentError('request_timeout', 'The request did not arrive in time. Send it again.')
    case 'HPE_HEADER_OVERFLOW':
      return new DocentError('headers_too_large', 'The headers of the request are larger than 16 KiB.')
    default:
      return new DocentError('invalid_request', 'The request is not valid HTTP.', {
        issues: [{ path: 'request', message: 'is not valid HTTP' }],
      })
  }
}
