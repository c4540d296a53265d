export { MCP_ROUTES } from './mcp-routes.ts'
