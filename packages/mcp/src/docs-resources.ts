import { DocentError, type PageSummary } from '@docent/core/plugin'
import type { Call } from '@docent/http'
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { LimitedWork } from './limited-work.ts'
import { listedPages, type PageChoice } from './listed-pages.ts'

/** Resources of one reply. */
const PAGE_SIZE = 200
const MARKDOWN = 'text/markdown'
/** What the protocol calls a resource that is not there. */
const RESOURCE_NOT_FOUND = -32_002

/** Adds every page as a resource that reads as Markdown, to a server that answers one call. */
export async function addDocsResources(
  { server }: McpServer,
  call: Call,
  { groups, choice }: { groups: readonly string[]; choice: PageChoice },
  limited: LimitedWork,
): Promise<void> {
  const {
    ErrorCode,
    ListResourcesRequestSchema,
    ListResourceTemplatesRequestSchema,
    McpError,
    ReadResourceRequestSchema,
  } = await import('@modelcontextprotocol/sdk/types.js')
  const { project, key, services, signal, ip, headers } = call
  const trustedGroups = key.trustGroups ? groups : []
  const scheme = `docent://${project.domain}`

  server.registerCapabilities({ resources: {} })
  server.setRequestHandler(ListResourcesRequestSchema, ({ params }) => {
    const after = params?.cursor === undefined ? '' : pathOfCursor(params.cursor)
    if (after === undefined)
      throw new McpError(ErrorCode.InvalidParams, 'This cursor is invalid. Start without a cursor.')
    return limited('page', async () => {
      const pages = await listedPages(call, trustedGroups, choice)
      const rest = pages.filter(({ path }) => path > after)
      const shown = rest.slice(0, PAGE_SIZE)
      const last = rest.length > PAGE_SIZE ? shown.at(-1) : undefined
      return {
        resources: shown.map((page) => resourceOf(scheme, page)),
        ...(last && { nextCursor: Buffer.from(last.path).toString('base64url') }),
      }
    })
  })
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: [
      {
        uriTemplate: `${scheme}/{+path}`,
        name: 'page',
        title: `Page of ${project.name}`,
        description: `One page of the documentation of ${project.name} as Markdown, by its path.`,
        mimeType: MARKDOWN,
      },
    ],
  }))
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }) => {
    const notFound = () =>
      new McpError(RESOURCE_NOT_FOUND, `There is no resource ${uri.slice(0, 200)}.`, { uri })
    const path = pathOfUri(uri, scheme)
    if (path === undefined) throw notFound()
    try {
      return await limited('page', async () => {
        const reader = { ip, userAgent: headers['user-agent'] }
        const page = await services.readDocs.page({ project, path, trustedGroups, reader }, { signal })
        return { contents: [{ uri, mimeType: MARKDOWN, text: `# ${page.title}\n\n${page.content}` }] }
      })
    } catch (error) {
      throw DocentError.is(error, 'not_found') ? notFound() : error
    }
  })
}

function resourceOf(scheme: string, { path, title, description }: PageSummary) {
  return {
    uri: `${scheme}${path.split('/').map(encodeURIComponent).join('/')}`,
    name: path,
    title,
    ...(description !== undefined && { description }),
    mimeType: MARKDOWN,
  }
}

/** The page of a resource, or of an address of the site; undefined for everything else. */
function pathOfUri(uri: string, scheme: string): string | undefined {
  if (/^https?:\/\//i.test(uri)) return uri
  if (!uri.startsWith(`${scheme}/`)) return undefined
  // `readDocs` decodes.
  return uri.slice(scheme.length)
}

function pathOfCursor(cursor: string): string | undefined {
  const path = Buffer.from(cursor, 'base64url').toString()
  return path.startsWith('/') ? path : undefined
}
