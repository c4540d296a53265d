import type { ExternalIdentity } from '@docent/core/plugin'

/** The authorization server that the operator names: it issues access tokens for the MCP servers of projects. */
export interface AccessTokens {
  readonly settings: { readonly issuer: URL }
  /**
   * Whose token it is; undefined for one that is not in force, or not for this audience.
   *
   * @param audience address of the MCP server that the token must be for
   * @throws DocentError `unavailable` if the server does not answer
   */
  personOf(token: string, audience: string, signal: AbortSignal): Promise<ExternalIdentity | undefined>
}

/** What the Model Context Protocol finds in `features` of the handler. */
export interface McpFeature {
  /** Absent: clients need a key. */
  readonly openId?: AccessTokens | undefined
}
