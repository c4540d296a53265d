import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Docent } from '@docent/core/plugin'
import { Handler, type HandlerOptions } from './routing/handler.ts'

/**
 * The operations as a listener for Node's own servers, and for whatever takes one, such as Express: the fast path,
 * because replies are written to Node's response as they come.
 *
 * @param docent started
 * @returns a listener whose promise resolves when the reply is written
 */
export function createNodeListener(
  docent: Docent,
  options: HandlerOptions = {},
): (req: IncomingMessage, res: ServerResponse) => Promise<void> {
  const handler = new Handler(docent, options)
  return (req, res) => handler.handle(req, res)
}
