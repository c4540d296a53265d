import type { RouteTable } from '@docent/core/plugin'
import { answerMcp } from './answer-mcp.ts'
import { listCatalog, showServerCard } from './discovery/server-card.ts'
import { describeMcpResource } from './oauth/describe-resource.ts'

/** The Model Context Protocol over HTTP. */
export const MCP_ROUTES: RouteTable = [
  ['POST', '/mcp/{domain}', answerMcp],
  ['GET', '/mcp/{domain}/server-card', showServerCard],
  ['GET', '/.well-known/ai-catalog.json', listCatalog],
  ['GET', '/.well-known/oauth-protected-resource/mcp/{domain}', describeMcpResource],
]
