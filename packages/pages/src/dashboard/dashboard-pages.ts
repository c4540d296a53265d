import type { RouteTable } from '@docent/core/plugin'
import { openServer, serveAsset, showDashboard } from './show-dashboard.ts'

/** What browsers open. These are no part of the HTTP API, so its document does not list them. */
export const DASHBOARD_PAGES: RouteTable = [
  ['GET', '/', openServer],
  ['GET', '/dashboard', showDashboard],
  ['GET', '/dashboard/{path}', showDashboard],
  ['GET', '/assets/{file}', serveAsset],
]
