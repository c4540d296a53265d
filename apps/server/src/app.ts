import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RouteTable } from '@docent/core/plugin'
import { type Handler, KEYED_ROUTES } from '@docent/http'
import { fromNodeHandler, H3 } from 'h3'
import { API_ROUTES } from './api/api-routes.ts'
import { mergeLocalPull } from './pulls/merge-pull.ts'
import { showLocalPull } from './pulls/show-local-pull.ts'
import { showPullPage } from './pulls/show-pull-page.ts'
import { answerMcp } from './routes/answer-mcp.ts'
import { serveWidget } from './routes/serve-widget.ts'
import { showReference } from './routes/show-reference.ts'
import { serveSiteAsset } from './site/assets/serve-site-asset.ts'
import { showSite, showSiteRoot } from './site/show-site.ts'

/** Every operation of the server itself. */
export const ROUTES: RouteTable = [
  ...KEYED_ROUTES,
  ['POST', '/mcp/{domain}', answerMcp],

  ...API_ROUTES,

  ['GET', '/reference', showReference],
  ['GET', '/pulls/{token}', showLocalPull],
  ['POST', '/pulls/{token}/merge', mergeLocalPull],
  ['GET', '/pulls/{token}/{side}/{path}', showPullPage],
  ['GET', '/widget/{version}/{file}', serveWidget],
  ['GET', '/site/{domain}', showSiteRoot],
  ['GET', '/site/{domain}/{path}', showSite],
  ['GET', '/assets/site/{file}', serveSiteAsset],
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
