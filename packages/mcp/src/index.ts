export { mcp } from './mcp.ts'
export type { AccessTokens, McpFeature } from './oauth/access-tokens.ts'
