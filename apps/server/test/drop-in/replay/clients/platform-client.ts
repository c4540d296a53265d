import { z } from 'zod'
import { get, post, type ReplayedClient, type Step } from '../replayed-client.ts'
import { answerOf } from '../stream-readers.ts'

/** Sent with every request, also with those without a body. */
const HEADERS = { accept: 'application/json', 'content-type': 'application/json' }
const send = (key: 'admin' | 'assistant', path: string, body?: unknown) => post(key, path, body, HEADERS)

const job = z.object({
  id: z.string(),
  status: z.enum(['active', 'completed', 'failed']),
  source: z.object({ repository: z.string(), ref: z.string() }),
  model: z.string(),
  prLink: z.string().nullable(),
  createdAt: z.string(),
  archivedAt: z.string().nullable(),
})
const count = { human: z.number(), ai: z.number(), total: z.number() }
const report = (operation: string, path: string, reply: z.ZodType): Step => ({
  operation,
  request: get('admin', `/v1/analytics/docs/${path}`, HEADERS),
  reply,
})

/** The one client that calls nearly every operation. */
export const PLATFORM_CLIENT: ReplayedClient = {
  client: 'workflow platform (simstudioai/sim)',
  steps: [
    {
      operation: 'searchDocumentation',
      request: send('assistant', '/discovery/v1/search/docs', {
        query: 'key',
        pageSize: 3,
        scoreThreshold: 0,
        filter: { version: 'V3', language: 'en', groups: ['staff'] },
      }),
      reply: z.array(z.object({ content: z.string(), path: z.string(), metadata: z.looseObject({}) })).min(1),
    },
    {
      operation: 'readDocumentationPage',
      request: send('assistant', '/discovery/v1/page/docs', { path: 'keys', groups: ['staff'] }),
      reply: z.object({ path: z.string(), content: z.string() }),
    },
    {
      operation: 'answerAssistantMessage',
      request: send('assistant', '/discovery/v2/assistant/docs/message', {
        fp: 'anonymous',
        messages: [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'How do I revoke a key?' }] }],
        retrievalPageSize: 5,
        currentPath: '/keys',
        filter: { language: 'en' },
        context: [{ type: 'code', value: 'docent keys revoke' }],
      }),
      read: answerOf,
      reply: z.object({
        text: z.string().min(1),
        threadId: z.string(),
        sources: z.array(z.object({ sourceId: z.string(), url: z.url(), title: z.string() })).min(1),
        errors: z.literal(0),
      }),
      keep: ({ threadId }: { threadId: string }) => ({ threadId }),
    },
    {
      operation: 'answerAssistantMessage',
      request: ({ threadId }) =>
        send('assistant', '/discovery/v2/assistant/docs/message', {
          fp: 'anonymous',
          messages: [{ id: '2', role: 'user', parts: [{ type: 'text', text: 'And then?' }] }],
          threadId,
        }),
      read: answerOf,
      reply: z.object({ text: z.string().min(1), threadId: z.string() }),
    },
    {
      operation: 'createAgentJob',
      request: send('admin', '/v2/agent/docs/job', { prompt: 'Say how a key is revoked.' }),
      statuses: [201],
      reply: job,
      keep: ({ id }: { id: string }) => ({ job: id }),
    },
    {
      operation: 'getAgentJob',
      request: ({ job: id = '' }) => get('admin', `/v2/agent/docs/job/${id}`, HEADERS),
      reply: job,
      until: ({ status }: { status: string }) => status !== 'active',
    },
    {
      operation: 'sendAgentMessage',
      request: ({ job: id = '' }) =>
        send('admin', `/v2/agent/docs/job/${id}/message`, { prompt: 'Shorter, please.' }),
      statuses: [200],
      reply: job,
    },
    {
      operation: 'updateProject',
      request: send('admin', '/v1/project/update/docs'),
      reply: z.object({ statusId: z.string() }),
      keep: ({ statusId }: { statusId: string }) => ({ statusId }),
    },
    {
      operation: 'getUpdateStatus',
      request: ({ statusId = '' }) => get('admin', `/v1/project/update-status/${statusId}`, HEADERS),
      reply: z.object({ _id: z.string(), status: z.string(), logs: z.array(z.string()) }),
    },
    {
      operation: 'createPreview',
      request: send('admin', '/v1/project/preview/docs', { branch: 'main' }),
      reply: z.object({ statusId: z.string(), previewUrl: z.url() }),
    },
    report(
      'listConversations',
      'assistant?limit=100',
      z.object({ conversations: z.array(z.looseObject({ id: z.string() })).min(1), hasMore: z.boolean() }),
    ),
    report(
      'countCallers',
      'assistant/caller-stats?dateFrom=2026-01-01',
      z.object({ web: z.number(), api: z.number(), other: z.number(), total: z.number() }),
    ),
    report(
      'listSearchTerms',
      'searches?limit=50',
      z.object({
        searches: z.array(z.looseObject({ searchQuery: z.string() })).min(1),
        totalSearches: z.number(),
      }),
    ),
    report(
      'listPageFeedback',
      'feedback?limit=50',
      z.object({ feedback: z.array(z.looseObject({})).min(1) }),
    ),
    report(
      'countPageFeedback',
      'feedback/by-page?limit=10',
      z.object({
        feedback: z
          .array(
            z.object({
              path: z.string(),
              thumbsUp: z.number(),
              thumbsDown: z.number(),
              code: z.number(),
              total: z.number(),
            }),
          )
          .min(1),
      }),
    ),
    report(
      'countPageViews',
      'views?limit=50&offset=0',
      z.object({ totals: z.object(count), views: z.array(z.object({ path: z.string(), ...count })).min(1) }),
    ),
    report(
      'countPageVisitors',
      'visitors?limit=50&offset=0',
      z.object({
        totals: z.object(count),
        visitors: z.array(z.object({ path: z.string(), ...count })).min(1),
      }),
    ),
    {
      operation: undefined,
      request: send('admin', '/v1/workflow/docs/0123456789abcdef/trigger', { reason: 'release' }),
      reply: z.object({ jobId: z.string() }),
      cannot: 'start an automation: Docent has none yet',
    },
  ],
}
