import type { IncomingHttpHeaders } from 'node:http'
import type { McpServer } from '@modelcontextprotocol/server'

type Sdk = typeof import('@modelcontextprotocol/server')

/**
 * Answers one request of a client, of any version of the protocol.
 *
 * @param body the message, or with protocol 2025-03-26 a list of messages
 * @param open makes the server that answers it
 */
export async function serveMessages(
  sdk: Sdk,
  { headers, body }: { headers: IncomingHttpHeaders; body: unknown },
  open: () => McpServer,
): Promise<Response> {
  const request = new Request('http://localhost/', { method: 'POST', headers: headersOf(headers) })
  if (await sdk.isLegacyRequest(request, body)) return serveLegacy(sdk, request, body, open())
  if (methodOf(body) === 'subscriptions/listen') return noSubscriptions(body)
  return sdk.createMcpHandler(open, { legacy: 'reject' }).fetch(request, { parsedBody: body })
}

/** Protocols 2024-11-05 to 2025-11-25, without a session and always as JSON. */
async function serveLegacy(sdk: Sdk, request: Request, parsedBody: unknown, server: McpServer) {
  const transport = new sdk.WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    return await transport.handleRequest(request, { parsedBody })
  } finally {
    await server.close()
  }
}

/** The SDK would hold a stream open on which nothing is ever sent. */
function noSubscriptions(body: unknown): Response {
  const id = typeof body === 'object' && body !== null && 'id' in body ? body.id : null
  const error = { code: -32_601, message: 'This server sends no notifications. Use ttlMs of its results.' }
  return Response.json({ jsonrpc: '2.0', id, error }, { status: 404 })
}

function headersOf(headers: IncomingHttpHeaders): [string, string][] {
  const given = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && FORWARDED.has(name) ? [[name, value]] : [],
  )
  return takesJson(headers.accept) ? [['accept', BOTH_TYPES], ...given] : given
}

/** What the SDK looks at. */
const FORWARDED: ReadonlySet<string> = new Set([
  'content-type',
  'mcp-protocol-version',
  'mcp-method',
  'mcp-name',
])

/** The library insists that a client names both, and always answers in the first. */
const BOTH_TYPES = 'application/json, text/event-stream'

function takesJson(accept = '*/*'): boolean {
  return /\*\/\*|application\/(?:json|\*)|text\/event-stream/i.test(accept)
}

/** The method of a message; empty for everything else. */
export function methodOf(body: unknown): string {
  const method = typeof body === 'object' && body !== null && 'method' in body ? body.method : undefined
  return typeof method === 'string' ? method : ''
}
