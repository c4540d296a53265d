import type { McpServer } from '@modelcontextprotocol/server'
import type { DocsCall } from './docs-call.ts'
import { addDocsResources } from './docs-resources.ts'
import { canListPages } from './listed-pages.ts'
import { addFeedbackTool } from './tools/feedback-tool.ts'
import { addListTool } from './tools/list-tool.ts'
import { addPageTools } from './tools/page-tools.ts'
import { addSearchTools } from './tools/search-tools.ts'

/** How long a client may keep lists and pages. They change when the documentation is indexed. */
const FRESH_MS = 300_000

type Sdk = typeof import('@modelcontextprotocol/server')

/** The documentation of a project as a server that answers one call. */
export function docsServer(sdk: Sdk, docs: DocsCall): McpServer {
  const { call, coverage } = docs
  const { project } = call
  // What the caller of a key may see is not for others.
  const isOpen = call.headers.authorization === undefined
  const fresh = { ttlMs: FRESH_MS, cacheScope: isOpen ? ('public' as const) : ('private' as const) }
  const server = new sdk.McpServer(
    { name: 'docent', title: project.name, version: '1' },
    {
      // Without sessions, nothing can be sent when a list changes.
      capabilities: { tools: { listChanged: false }, resources: {} },
      instructions: [
        `The documentation of ${project.name}.`,
        coverage,
        'Search it, then read the pages that fit.',
      ]
        .filter(Boolean)
        .join(' '),
      cacheHints: {
        'server/discover': fresh,
        'tools/list': fresh,
        'resources/list': fresh,
        'resources/templates/list': fresh,
        'resources/read': fresh,
      },
    },
  )
  addSearchTools(server, docs)
  addPageTools(server, docs)
  // A tool that can only say that there is no page would mislead the model.
  if (canListPages(call)) addListTool(server, docs)
  addFeedbackTool(server, docs)
  addDocsResources(sdk, server, docs)
  return server
}
