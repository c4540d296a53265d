import { z } from 'zod'
import { get, post, type ReplayedClient } from '../replayed-client.ts'
import { answerOf, searchesOfDataStream, textByPattern, textOfDataStream } from '../stream-readers.ts'

const V1 = '/discovery/v1/assistant/docs/message'
const V2 = '/discovery/v2/assistant/docs/message'
const QUESTION = 'How do I revoke a key?'

/** As clients of both protocols send a message: with its text twice. */
const message = (content: string, role = 'user') => ({
  id: `${role}-1`,
  role,
  content,
  parts: [{ type: 'text', text: content }],
})
const uiMessage = (text: string, role = 'user') => ({ id: '1', role, parts: [{ type: 'text', text }] })

const text = z.string().min(1)
const answer = z.object({ text, errors: z.literal(0) })

export const ASSISTANT_CLIENTS: readonly ReplayedClient[] = [
  {
    client: 'chat of a BI product (lightdash/lightdash), which shows what the searches found',
    isBrowser: true,
    steps: [
      {
        operation: 'answerAssistantMessageV1',
        request: post('assistant', '/v1/assistant/docs/message', {
          messages: [message(QUESTION)],
          fp: 'anonymous',
          retrievalPageSize: 5,
        }),
        read: (body) => ({ text: textOfDataStream(body), found: searchesOfDataStream(body) }),
        reply: z.object({
          text,
          found: z
            .array(
              z.object({
                toolCallId: z.string(),
                result: z.object({
                  results: z.array(
                    z.object({
                      path: z.string(),
                      url: z.url(),
                      metadata: z.object({ title: z.string() }),
                    }),
                  ),
                }),
              }),
            )
            .min(1),
        }),
      },
      {
        operation: 'answerAssistantMessageV1',
        request: post('assistant', '/v1/assistant/docs/message', {
          messages: [message(QUESTION), message('With the command.', 'assistant'), message('And then?')],
          fp: 'anonymous',
          retrievalPageSize: 5,
        }),
        read: textOfDataStream,
        reply: text,
      },
    ],
  },
  {
    client:
      'MCP server of a browser service (onkernel/kernel-mcp-server), whose domain is the host of its site',
    steps: [
      {
        operation: 'answerAssistantMessageV1',
        request: post('assistant', '/v1/assistant/docs.acme.com/message', {
          messages: [message(QUESTION)],
          fp: 'user_2abc',
          retrievalPageSize: 5,
        }),
        read: textByPattern,
        reply: text,
      },
      {
        operation: undefined,
        request: post('assistant', '/v1/chat/topic'),
        reply: z.object({ topicId: z.string() }),
        cannot: 'use the older operations chat/topic and chat/message, as its first releases do',
      },
    ],
  },
  {
    client: 'proxy of a marketing platform in Next.js',
    steps: [
      {
        operation: 'answerAssistantMessageV1',
        request: post('assistant', V1, {
          fp: 'bot-user',
          messages: [message('Hi', 'user'), message('Hello!', 'assistant'), message(QUESTION)],
        }),
        read: textOfDataStream,
        reply: text,
      },
    ],
  },
  {
    client: 'demonstration on a page of documentation, in plain JavaScript',
    isBrowser: true,
    steps: [
      {
        operation: 'answerAssistantMessage',
        request: post('assistant', V2, {
          fp: 'docs-demo',
          retrievalPageSize: 5,
          messages: [uiMessage(QUESTION)],
          currentPath: '/keys',
        }),
        read: answerOf,
        reply: answer,
      },
      {
        operation: 'answerAssistantMessage',
        request: post('assistant', V2, {
          fp: 'docs-demo',
          retrievalPageSize: 5,
          messages: [uiMessage(QUESTION), uiMessage('By its id.', 'assistant'), uiMessage('And then?')],
          currentPath: '/keys',
        }),
        read: answerOf,
        reply: answer,
      },
    ],
  },
  {
    client: 'hook of a starter for documentation sites, which keeps the id and key of its thread',
    isBrowser: true,
    steps: [
      {
        operation: 'answerAssistantMessage',
        request: post('assistant', V2, {
          messages: [uiMessage(QUESTION)],
          fp: 'anonymous',
          retrievalPageSize: 5,
          context: [],
        }),
        read: answerOf,
        reply: answer,
        keep: (_: unknown, headers) => ({
          threadId: z.string().min(1).parse(headers.get('x-thread-id')),
          threadKey: z.string().min(1).parse(headers.get('x-thread-key')),
        }),
      },
      {
        operation: 'answerAssistantMessage',
        request: ({ threadId, threadKey }) =>
          post('assistant', V2, {
            messages: [uiMessage(QUESTION), uiMessage('By its id.', 'assistant'), uiMessage('And then?')],
            fp: 'anonymous',
            retrievalPageSize: 5,
            context: [],
            threadId,
            threadKey,
          }),
        read: answerOf,
        reply: answer,
        keep: (_: unknown, headers) => ({ threadId: headers.get('x-thread-id') ?? '' }),
      },
    ],
  },
  {
    client: 'Slack bot in Python, which reads lines of events',
    steps: [
      {
        operation: 'answerAssistantMessage',
        request: post('assistant', V2, {
          fp: 'slack-bot',
          messages: [{ ...uiMessage(QUESTION), id: '1767225600' }],
          retrievalPageSize: 5,
        }),
        read: answerOf,
        reply: answer,
      },
    ],
  },
  {
    client: 'Slack bot of the hosted service (mintlify/mintie-bot)',
    steps: [
      {
        operation: undefined,
        request: post('none', '/api/discovery/v1/assistant/docs/message', {
          id: 'slack-1',
          fp: 'slack-1',
          messages: [message(QUESTION)],
          slackAgent: true,
        }),
        read: textOfDataStream,
        reply: text,
        cannot: 'call the internal address /api/discovery, with a key without "Bearer"',
      },
    ],
  },
  {
    client: 'workflow platform (PipedreamHQ/pipedream)',
    steps: [
      {
        operation: 'answerAssistantMessageV1',
        request: post('assistant', '/v1/assistant/docs/message', {
          fp: 'flow',
          messages: [message(QUESTION)],
        }),
        read: (body) => body,
        reply: text,
      },
      {
        operation: 'searchDocumentation',
        request: post('assistant', '/v1/search/docs', {
          query: 'key',
          filter: { version: undefined, language: undefined },
        }),
        reply: z.array(z.looseObject({ path: z.string() })).min(1),
      },
      ...['views', 'searches', 'feedback'].map((report) => ({
        operation: { views: 'countPageViews', searches: 'listSearchTerms', feedback: 'listPageFeedback' }[
          report
        ],
        request: get('admin', `/v1/analytics/docs/${report}?dateFrom=2024-01-01&limit=50`),
        reply: z.looseObject({ [report]: z.array(z.looseObject({})) }),
      })),
      {
        operation: undefined,
        request: post('admin', '/v1/deslop/docs', { text: 'Some prose.' }),
        reply: z.looseObject({}),
        cannot: 'check prose for the marks of a model: Docent has no such operation',
      },
    ],
  },
  {
    client: 'tools for agents in Python (modulex), whose parts have "content" for "text"',
    steps: [
      {
        operation: 'answerAssistantMessageV1',
        request: post('assistant', '/v1/assistant/docs/message', {
          messages: [{ id: '1', role: 'user', parts: [{ type: 'text', content: QUESTION }] }],
          fp: 'agent',
        }),
        read: textOfDataStream,
        reply: text,
      },
      {
        operation: 'answerAssistantMessageV1',
        request: post('assistant', '/v1/assistant/docs/message', {
          messages: [{ id: '1', role: 'user', parts: [{ type: 'text', content: QUESTION }] }],
          fp: 'agent',
        }),
        reply: z.unknown(),
        cannot: 'read an answer: it takes the stream for one JSON document',
      },
      {
        operation: 'searchDocumentation',
        request: post('assistant', '/v1/search/docs', { query: 'key', filter: { version: 'V3' } }),
        statuses: [200],
        reply: z.array(z.object({ title: z.string().nullish(), content: z.string() })).min(1),
      },
      {
        operation: 'updateProject',
        request: post('admin', '/v1/project/update/docs'),
        statuses: [200],
        reply: z.looseObject({}),
        cannot: 'see that an update is queued: it takes only 200 for success, and the status is 202',
      },
    ],
  },
]
