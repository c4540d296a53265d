import type { RequestListener } from 'node:http'
import type { Docent } from '@docent/core/plugin'
import { Handler, type HandlerOptions } from './routing/handler.ts'

/**
 * The operations as a listener for Node's own servers, and for whatever takes one, such as Express: the fast path,
 * because replies are written to Node's response as they come.
 *
 * @param docent started
 */
export function createNodeListener(docent: Docent, options: HandlerOptions = {}): RequestListener {
  const handler = new Handler(docent, options)
  return (req, res) => void handler.handle(req, res)
}
