import { DocentError, defined, type Reply } from '@docent/core/plugin'
import { type Call, defineOperation } from '@docent/http'
import { z } from 'zod'
import { readCoverage } from './coverage.ts'
import { addDocsResources } from './docs-resources.ts'
import { addDocsTools } from './docs-tools.ts'
import { withLenientArguments } from './lenient-arguments.ts'
import { limitedWork } from './limited-work.ts'

const choice = z
  .string()
  .max(200)
  .optional()
  .transform((given) => given || undefined)

const Query = z.object({
  version: choice.describe(
    'Pages of this version, and pages that name none: in lists, and in searches that name no version.',
  ),
  language: choice.describe('The same for a language.'),
  groups: z
    .string()
    .max(2_000)
    .optional()
    .describe(
      'By commas. With a key that has trustGroups: groups whose pages may be seen. Otherwise it is left out.',
    ),
  fp: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('Fingerprint of the visitor, by which what is kept of searches can be deleted.'),
})

const Message = z.looseObject({
  jsonrpc: z.literal('2.0'),
  id: z
    .union([z.number(), z.string().max(200)])
    .nullish()
    .meta({ examples: [1] }),
  method: z
    .string()
    .max(200)
    .optional()
    .meta({ examples: ['tools/list'] }),
  params: z.looseObject({}).optional(),
})

/** A list of messages is a batch, which protocol 2025-03-26 has and later ones have not. */
const Body = z.union([Message, z.array(Message).min(1).max(50)])

export const answerMcp = defineOperation({
  id: 'answerMcp',
  summary: 'Model Context Protocol: search and read the documentation',
  description:
    'Streamable HTTP without sessions: one JSON-RPC message a request (with protocol 2025-03-26, also a list of them), answered as JSON. Tools: `search`, `search_<domain>` (and `search_<name>`, for a project with another name), `get_page`, `get_pages`, `list_pages` and `submit_feedback`. Every page is also a resource. All have the limits of search, page and feedback.',
  tag: 'Assistant',
  key: 'assistant',
  query: Query,
  body: Body,
  reply: {
    status: 200,
    description: 'The JSON-RPC reply. For a notification, 202 without a body.',
    content: { 'application/json': z.looseObject({ jsonrpc: z.literal('2.0') }) },
  },
  handle: answer,
})

async function answer(call: Call<z.output<typeof Query>>): Promise<Reply> {
  // Imported when the first client comes: the SDK takes longer to load than the server to start.
  const [{ McpServer }, { WebStandardStreamableHTTPServerTransport }] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/mcp.js'),
    import('@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'),
  ])
  const { project, rawBody, headers } = call
  const messages = [rawBody].flat()
  if (Array.isArray(rawBody) && !takesBatches(headers['mcp-protocol-version']))
    throw new DocentError(
      'invalid_request',
      'body: must be one message, because this protocol has no batches.',
    )
  // The other messages do not show it.
  const describes = messages.some((message) => DESCRIBES.has(methodOf(message)))
  const coverage = describes ? await readCoverage(call) : ''
  let failure: unknown
  const server = new McpServer(
    { name: 'docent', title: project.name, version: '1' },
    {
      instructions: [
        `The documentation of ${project.name}.`,
        coverage,
        'Search it, then read the pages that fit.',
      ]
        .filter(Boolean)
        .join(' '),
    },
  )
  const { groups, fp = 'anonymous', version, language } = call.query
  const chosen = defined({ version, language })
  const named = groupsOf(groups)
  const limited = limitedWork(call, (error) => {
    if (!DocentError.is(error, 'not_found')) failure = error
  })
  addDocsTools(server, call, { groups: named, fp, coverage, choice: chosen }, limited)
  await addDocsResources(server, call, { groups: named, choice: chosen }, limited)
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    const request = new Request('http://localhost/', {
      method: 'POST',
      headers: [
        ...(takesJson(headers.accept) ? [['accept', BOTH_TYPES] as [string, string]] : []),
        ...Object.entries(headers).flatMap(([name, given]): [string, string][] =>
          typeof given === 'string' && FORWARDED.has(name) ? [[name, given]] : [],
        ),
      ],
    })
    const meant = messages.map(withLenientArguments)
    const response = await transport.handleRequest(request, {
      parsedBody: Array.isArray(rawBody) ? meant : meant[0],
    })
    const body = await response.text()
    if (failure !== undefined) throw failure
    const type = response.headers.get('content-type') ?? 'application/json'
    return { kind: 'text', status: response.status, type, body, headers: { 'Cache-Control': 'no-store' } }
  } finally {
    await server.close()
  }
}

/** The library insists that a client names both, and always answers in the first. */
const BOTH_TYPES = 'application/json, text/event-stream'

function takesJson(accept = '*/*'): boolean {
  return /\*\/\*|application\/(?:json|\*)|text\/event-stream/i.test(accept)
}

/** A client that names no version speaks 2025-03-26. */
function takesBatches(version: string | string[] | undefined): boolean {
  return version === undefined || version === '2025-03-26'
}

/** Messages whose replies describe the documentation. */
const DESCRIBES: ReadonlySet<string> = new Set(['initialize', 'tools/list'])

function methodOf(body: unknown): string {
  const method = typeof body === 'object' && body !== null && 'method' in body ? body.method : undefined
  return typeof method === 'string' ? method : ''
}

/** What the transport looks at. */
const FORWARDED: ReadonlySet<string> = new Set(['accept', 'content-type', 'mcp-protocol-version'])

function groupsOf(groups = ''): string[] {
  return groups
    .split(',')
    .map((group) => group.trim())
    .filter((group) => group !== '')
}
