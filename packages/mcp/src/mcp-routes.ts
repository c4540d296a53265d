import type { RouteTable } from '@docent/core/plugin'
import { answerMcp } from './answer-mcp.ts'

/** The Model Context Protocol over HTTP. */
export const MCP_ROUTES: RouteTable = [['POST', '/mcp/{domain}', answerMcp]]
