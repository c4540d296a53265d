import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Handler } from '@docent/http'
import { fromNodeHandler, H3 } from 'h3'

/** The HTTP application over a handler. Serves nothing by itself: see serve-http.ts. */
export function createApp(handler: Handler): H3 {
  // A path that cannot be decoded is refused by our own handler, in the shape of every other refusal.
  const app = new H3({ silent: true, allowMalformedURL: true })
  // The handler finds the route: an app with routes of its own would look for one twice.
  app.handler = fromNodeHandler((req, res) => handler.handle(req as IncomingMessage, res as ServerResponse))
  return app
}
