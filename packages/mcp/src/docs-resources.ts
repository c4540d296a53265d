import { DocentError, type PageSummary } from '@docent/core/plugin'
import type { McpServer } from '@modelcontextprotocol/server'
import type { DocsCall } from './docs-call.ts'
import { listedPages } from './listed-pages.ts'
import { readMarkdown } from './read-markdown.ts'

/** Resources of one reply. */
const PAGE_SIZE = 200
const MARKDOWN = 'text/markdown'

type Sdk = typeof import('@modelcontextprotocol/server')

/** Adds every page as a resource that reads as Markdown. */
export function addDocsResources(
  { ProtocolError, ProtocolErrorCode, ResourceNotFoundError }: Sdk,
  { server }: McpServer,
  docs: DocsCall,
): void {
  const { call, trustedGroups, choice, limited } = docs
  const { project } = call
  const scheme = `docent://${project.domain}`

  server.setRequestHandler('resources/list', ({ params }) => {
    const after = params?.cursor === undefined ? '' : pathOfCursor(params.cursor)
    if (after === undefined)
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        'This cursor is invalid. Start without a cursor.',
      )
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
  server.setRequestHandler('resources/templates/list', () => ({
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
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    const notFound = () => new ResourceNotFoundError(uri, `There is no resource ${uri.slice(0, 200)}.`)
    const path = pathOfUri(uri, scheme)
    if (path === undefined) throw notFound()
    try {
      return await limited('page', async () => {
        const { markdown } = await readMarkdown(docs, path)
        return { contents: [{ uri, mimeType: MARKDOWN, text: markdown }] }
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
