import type { RouteTable } from '@docent/core/plugin'
import { API_ROUTES } from '@docent/dashboard-api'
import { KEYED_ROUTES } from '@docent/http'
import { MCP_ROUTES } from '@docent/mcp'
import { PAGE_ROUTES } from '@docent/pages'
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
