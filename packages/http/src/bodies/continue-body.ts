import { ServerResponse } from 'node:http'
import type { ReplySink } from '../exchange/reply-sink.ts'
import type { RequestSource } from '../exchange/request-source.ts'

/** Asks the client for the body that it offered with `Expect: 100-continue`. */
export function continueBody(req: RequestSource, res: ReplySink): void {
  const isAwaited = req.headers.expect?.toLowerCase() === '100-continue' && req.httpVersion === '1.1'
  if (!(res instanceof ServerResponse) || !isAwaited || res.getHeader('Connection') === undefined) return
  res.removeHeader('Connection')
  res.writeContinue()
}
