import { z } from 'zod'
import { get, post, type ReplayedClient } from '../replayed-client.ts'
import { rpcOf } from '../stream-readers.ts'

const SEARCH = '/discovery/v1/search/docs'
const hits = <Shape extends z.ZodRawShape>(metadata: Shape) =>
  z.array(z.object({ path: z.string(), content: z.string(), metadata: z.object(metadata) })).min(1)

export const SEARCH_CLIENTS: readonly ReplayedClient[] = [
  {
    client: 'search bar of a starter for documentation sites',
    isBrowser: true,
    steps: [
      {
        operation: 'searchDocumentation',
        request: post('assistant', SEARCH, {
          query: 'revoke a key',
          pageSize: 10,
          filter: { language: 'en' },
        }),
        reply: hits({
          title: z.string(),
          icon: z.string().optional(),
          description: z.string().nullish(),
        }),
      },
    ],
  },
  {
    client: 'search overlay of a site in two languages, which says "jp" for Japanese',
    isBrowser: true,
    steps: [
      {
        operation: 'searchDocumentation',
        request: post('assistant', SEARCH, { query: 'key', pageSize: 10, filter: { language: 'jp' } }),
        reply: hits({ title: z.string(), description: z.string().nullish() }),
      },
    ],
  },
  {
    client: 'search page with pages of five',
    isBrowser: true,
    steps: [
      {
        operation: 'searchDocumentation',
        request: post('assistant', SEARCH, { query: 'key', pageSize: 8 }),
        reply: z.array(z.object({ path: z.string(), metadata: z.object({ title: z.string() }) })).min(1),
      },
    ],
  },
  {
    client: 'help tool of a CRM (twentyhq/twenty)',
    steps: [
      {
        operation: 'searchDocumentation',
        request: post(
          'assistant',
          '/v1/search/docs',
          { query: 'key', pageSize: 10 },
          { 'content-type': 'application/json', accept: 'application/json, text/plain, */*' },
        ),
        reply: z.array(z.object({ path: z.string(), content: z.string(), metadata: z.unknown() })).min(1),
      },
    ],
  },
  {
    client: 'command line in Go (ConductorOne/cone)',
    steps: [
      {
        operation: 'searchDocumentation',
        request: post('assistant', SEARCH, { query: 'revoke a key', pageSize: 10 }),
        reply: hits({ title: z.string() }),
        keep: ([{ path }]: [{ path: string }]) => ({ path }),
      },
      {
        operation: 'readDocumentationPage',
        request: ({ path = '' }) => post('assistant', '/discovery/v1/page/docs', { path }),
        statuses: [200],
        reply: z.object({ path: z.string(), content: z.string().min(1) }),
      },
    ],
  },
  {
    client: 'support agent in Python (langchain-ai/chat-langchain), whose domain is the host of its site',
    steps: [
      {
        operation: 'searchDocumentation',
        request: post('assistant', '/v1/search/docs.acme.com', { query: 'key', pageSize: 5 }),
        reply: z
          .array(z.object({ path: z.string(), content: z.string(), metadata: z.looseObject({}) }))
          .min(1),
      },
    ],
  },
  {
    client: 'MCP server of a freight API, over the search operation and over MCP',
    steps: [
      {
        operation: 'searchDocumentation',
        request: post('assistant', SEARCH, { query: 'key', pageSize: 5 }),
        reply: z
          .array(
            z.object({
              content: z.string(),
              path: z.string(),
              metadata: z.object({ title: z.string().optional() }).optional(),
            }),
          )
          .min(1),
      },
      {
        operation: 'answerMcp',
        request: post(
          'assistant',
          '/mcp/docs',
          {
            jsonrpc: '2.0',
            id: 1,
            method: 'tools/call',
            params: { name: 'search_docs', arguments: { query: 'key' } },
          },
          { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        ),
        read: rpcOf,
        reply: z.object({
          id: z.literal(1),
          result: z.object({
            isError: z.literal(false).optional(),
            content: z
              .array(
                z.object({
                  type: z.literal('text'),
                  text: z
                    .string()
                    .regex(/^Title: .+$/m)
                    .regex(/^Link: https:\/\/docs\.acme\.com\/\S+$/m)
                    .regex(/^Page: .+$/m)
                    .regex(/^Content: \S/m),
                }),
              )
              .min(1),
          }),
        }),
      },
      {
        operation: 'answerMcp',
        request: post(
          'none',
          '/mcp/docs',
          { jsonrpc: '2.0', id: 1, method: 'tools/list' },
          { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        ),
        read: rpcOf,
        reply: z.object({ id: z.literal(1) }),
        cannot: 'call MCP without a key: every caller needs an assistant key, which is public',
      },
    ],
  },
  {
    client: 'MCP client in Python (FastMCP), which takes the first tool with "search" in its name',
    steps: [
      {
        operation: 'answerMcp',
        request: mcp('initialize', {
          protocolVersion: '2025-06-18',
          capabilities: {},
          clientInfo: { name: 'mcp', version: '0.1.0' },
        }),
        read: rpcOf,
        reply: z.object({
          result: z.object({ protocolVersion: z.string(), serverInfo: z.object({ name: z.string() }) }),
        }),
      },
      {
        operation: 'answerMcp',
        request: mcp('tools/list', {}),
        read: rpcOf,
        reply: z.object({
          result: z.object({
            tools: z.array(z.object({ name: z.string(), inputSchema: z.looseObject({}) })),
          }),
        }),
        keep: ({ result }: { result: { tools: { name: string }[] } }) => ({
          tool: result.tools.find(({ name }) => name.includes('search'))?.name ?? '',
        }),
      },
      {
        operation: 'answerMcp',
        request: ({ tool = '' }) => mcp('tools/call', { name: tool, arguments: { query: 'key' } }),
        read: rpcOf,
        reply: z.object({
          result: z.object({
            content: z.array(z.object({ text: z.string().regex(/https?:\/\/[^\s)\]]+/) })),
          }),
        }),
      },
      {
        operation: undefined,
        request: post('none', '/authed/mcp/oauth/token', undefined, {
          'content-type': 'application/x-www-form-urlencoded',
        }),
        reply: z.object({ access_token: z.string() }),
        cannot: 'exchange client credentials for a token: an assistant key is the token',
      },
      {
        operation: undefined,
        request: get('assistant', '/mcp/docs', { accept: 'text/event-stream' }),
        statuses: [200],
        read: (text) => text,
        reply: z.string(),
        cannot: 'keep a stream of messages of the server open: there are none, and 405 says so',
      },
    ],
  },
]

function mcp(method: string, params: object) {
  return post(
    'assistant',
    '/mcp/docs',
    { jsonrpc: '2.0', id: 1, method, params },
    {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-06-18',
    },
  )
}
