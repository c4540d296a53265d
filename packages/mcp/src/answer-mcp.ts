import { DocentError, defined, type Reply } from '@docent/core/plugin'
import { type Call, defineOperation } from '@docent/http'
import { z } from 'zod'
import { readCoverage } from './coverage.ts'
import type { DocsCall } from './docs-call.ts'
import { docsServer } from './docs-server.ts'
import { withLenientArguments } from './lenient-arguments.ts'
import { limitedWork } from './limited-work.ts'
import { challengeOf, memberOfToken } from './oauth/member-of-token.ts'
import { methodOf, serveMessages } from './serve-messages.ts'
import { tracedMessages } from './traced-messages.ts'

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
    'Streamable HTTP without sessions, for protocol versions 2025-03-26 to 2026-07-28: one JSON-RPC message a request (with 2025-03-26, also a list of them), answered as JSON. Tools: `search`, `search_<domain>` (and `search_<name>`, for a project with another name), `get_page`, `fetch`, `get_pages`, `list_pages` and `submit_feedback`. Every page is also a resource. All have the limits of search, page and feedback.',
  tag: 'Assistant',
  key: 'assistant',
  isOpen: true,
  authenticate: memberOfToken,
  challenge: challengeOf,
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
  const sdk = await import('@modelcontextprotocol/server')
  const { key, rawBody, headers, query } = call
  const messages = [rawBody].flat()
  if (Array.isArray(rawBody) && !takesBatches(headers['mcp-protocol-version']))
    throw new DocentError(
      'invalid_request',
      'body: must be one message, because this protocol has no batches.',
    )
  // The other messages do not show it.
  const describes = messages.some((message) => DESCRIBES.has(methodOf(message)))
  const { groups, fp = 'anonymous', version, language } = query
  let failure: unknown
  const docs: DocsCall = {
    call,
    trustedGroups: key.trustGroups ? groupsOf(groups) : [],
    program: clientOf(messages),
    fp,
    choice: defined({ version, language }),
    coverage: describes ? await readCoverage(call) : '',
    limited: limitedWork(call, (error) => {
      if (!DocentError.is(error, 'not_found')) failure = error
    }),
  }
  const meant = messages.map(withLenientArguments)
  const body = Array.isArray(rawBody) ? meant : meant[0]
  const spoken = headers['mcp-protocol-version']
  const about = { messages, version: typeof spoken === 'string' ? spoken : undefined }
  const response = await tracedMessages(call.services.telemetry, about, () =>
    serveMessages(sdk, { headers, body }, () => docsServer(sdk, docs)),
  )
  const text = withoutDialect(messages, await response.text())
  if (failure !== undefined) throw failure
  const type = response.headers.get('content-type') ?? 'application/json'
  return {
    kind: 'text',
    status: response.status,
    type,
    body: text,
    headers: { 'Cache-Control': 'no-store' },
  }
}

/**
 * Schemas of tools without the name of their dialect: it is the one that the protocol has where none is named, and clients
 * of the first SDK refuse schemas that name it.
 */
function withoutDialect(messages: readonly unknown[], reply: string): string {
  if (!messages.some((message) => methodOf(message) === 'tools/list')) return reply
  const parsed = JSON.parse(reply, (name, value: unknown) => (name === '$schema' ? undefined : value))
  return JSON.stringify(parsed)
}

/** A client that names no version speaks 2025-03-26. */
function takesBatches(version: string | string[] | undefined): boolean {
  return version === undefined || version === '2025-03-26'
}

/** What the client of a message calls itself; protocols before 2026-07-28 say it in the handshake alone. */
function clientOf(messages: readonly unknown[]): string | undefined {
  const said = messages.map((message) => ClientInfo.safeParse(message).data?.params._meta[CLIENT_INFO]?.name)
  return said.find((name) => name !== undefined)
}

const CLIENT_INFO = 'io.modelcontextprotocol/clientInfo'
const ClientInfo = z.object({
  params: z.object({ _meta: z.object({ [CLIENT_INFO]: z.object({ name: z.string() }).optional() }) }),
})

/** Messages whose replies describe the documentation. */
const DESCRIBES: ReadonlySet<string> = new Set(['initialize', 'server/discover', 'tools/list'])

function groupsOf(groups = ''): string[] {
  return groups
    .split(',')
    .map((group) => group.trim())
    .filter((group) => group !== '')
}
