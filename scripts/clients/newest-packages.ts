/** Clients that people use with a server, of which new versions come without notice. Tests import the first five. */
export const NEWEST_PACKAGES = [
  'ai',
  '@ai-sdk/react',
  '@ai-sdk/mcp',
  '@modelcontextprotocol/client',
  '@modelcontextprotocol/sdk',
  '@modelcontextprotocol/inspector',
  'mcp-remote',
]

/** Folder in which the newest versions are installed. */
export const NEWEST_FOLDER: string | undefined = process.env.NEWEST_CLIENTS
