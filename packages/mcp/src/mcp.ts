import { definePlugin } from '@docent/core/plugin'
import { z } from 'zod'

/** The documentation of projects for the Model Context Protocol: `/mcp/{domain}`. Takes an `McpFeature` in `features` of the handler. */
export const mcp = definePlugin({
  name: 'mcp',
  options: z.strictObject({}),
  setup: (_options, host) => host.addRoutes(async () => (await import('./mcp-routes.ts')).MCP_ROUTES),
})
