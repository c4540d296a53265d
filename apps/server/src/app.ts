import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RouteTable } from '@docent/core/plugin'
import { API_ROUTES } from '@docent/dashboard-api'
import { type Handler, KEYED_ROUTES } from '@docent/http'
import { MCP_ROUTES } from '@docent/mcp'
import { PAGE_ROUTES } from '@docent/pages'
import { fromNodeHandler, H3 } from 'h3'
import { mergeLocalPull } from './pulls/merge-pull.ts'
import { showLocalPull } from './pulls/show-local-pull.ts'
import { showPullPage } from './pulls/show-pull-page.ts'

/** Every operation of the server itself. */
export const ROUTES: RouteTable = [
  ...KEYED_ROUTES,
  ...MCP_ROUTES,

  ...API_ROUTES,

  ['GET', '/pulls/{token}', showLocalPull],
  ['POST', '/pulls/{token}/merge', mergeLocalPull],
  ['GET', '/pulls/{token}/{side}/{path}', showPullPage],
  ...PAGE_ROUTES,
]

/** The HTTP application over a handler. Serves nothing by itself: see serve-http.ts. */
export function createApp(handler: Handler): H3 {
  // A path that cannot be decoded is refused by our own handler, in the shape of every other refusal.
  const app = new H3({ silent: true, allowMalformedURL: true })
  return app.all(
    '/**',
    fromNodeHandler((req, res) => handler.handle(req as IncomingMessage, res as ServerResponse)),
  )
}
