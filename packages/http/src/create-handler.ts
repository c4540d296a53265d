import type { Docent } from '@docent/core/plugin'
import { WebReply } from './exchange/web-reply.ts'
import { sourceOf } from './exchange/web-request.ts'
import { Handler, type HandlerOptions } from './routing/handler.ts'

export interface WebHandlerOptions extends HandlerOptions {
  /** The address of the client, for limits of addresses: a web request has none of its own. Default: unknown. */
  clientAddress?: (request: Request) => string | undefined
}

/**
 * The operations as a function of web requests, for Hono, Next, h3, and others. Answers are streamed, and a client that
 * leaves (`request.signal`, or a cancelled body) ends its answer.
 *
 * @param docent started
 */
export function createHandler(
  docent: Docent,
  { clientAddress, ...options }: WebHandlerOptions = {},
): (request: Request) => Promise<Response> {
  const handler = new Handler(docent, options)
  return async (request) => {
    const source = sourceOf(request, clientAddress?.(request))
    const reply = new WebReply(request)
    void handler.handle(source, reply)
    return reply.response
  }
}
