import type { Shape } from './shape-differences.ts'

/** The operations of the hosted interface, field by field. */
export interface PublishedShape {
  readonly operation: string
  /** Names of query parameters. */
  readonly query?: readonly string[]
  readonly body?: Shape
  readonly status: number
  /** Undefined for a stream. */
  readonly reply?: Shape
}

const job: Shape = {
  id: 'string',
  status: { oneOf: ['active', 'completed', 'failed'] },
  source: { repository: 'string', ref: 'string' },
  model: 'string',
  prLink: 'string|null',
  createdAt: 'string',
  archivedAt: 'string|null',
}
const session: Shape = {
  sessionId: 'string',
  subdomain: 'string',
  branch: 'string',
  haulted: 'boolean',
  'haultReason?': { oneOf: ['completed', 'github_missconfigured', 'error'] },
  pullRequestLink: 'string',
  messageToUser: 'string',
  todos: [
    {
      content: 'string',
      status: { oneOf: ['pending', 'in_progress', 'completed', 'cancelled'] },
      priority: { oneOf: ['high', 'medium', 'low'] },
      id: 'string',
    },
  ],
  'userId?': 'string',
  title: 'string',
  createdAt: 'string',
}
const context: Shape = [
  {
    type: { oneOf: ['code', 'textSelection'] },
    value: 'string',
    'path?': 'string|null',
    'elementId?': 'string|null',
  },
]
const question = {
  fp: 'string',
  'threadId?': 'string|null',
  'retrievalPageSize?': 'number',
  'currentPath?': 'string|null',
}
const end = { nextCursor: 'string|null', hasMore: 'boolean' }
const readers = [{ path: 'string', human: 'number', ai: 'number', total: 'number' }] as const
const totals = { human: 'number', ai: 'number', total: 'number' }
const source: Shape = { oneOf: ['code_snippet', 'contextual', 'agent', 'thumbs_only'] }
const status: Shape = { oneOf: ['pending', 'in_progress', 'resolved', 'dismissed'] }
const dates = ['dateFrom', 'dateTo']
const files: Shape = ['string']

export const PUBLISHED_SHAPES: readonly PublishedShape[] = [
  { operation: 'createAgentJob', body: { prompt: 'string' }, status: 201, reply: job },
  { operation: 'sendAgentMessage', body: { prompt: 'string' }, status: 200, reply: job },
  { operation: 'getAgentJob', status: 200, reply: job },
  {
    operation: 'createAgentJobV1',
    body: {
      messages: [{ content: 'string' }],
      'branch?': 'string|null',
      'model?': { oneOf: ['sonnet', 'opus'] },
    },
    status: 200,
  },
  { operation: 'getAgentJobV1', status: 200, reply: session },
  { operation: 'listAgentJobsV1', query: ['skip', 'take'], status: 200, reply: { allSessions: [session] } },
  {
    operation: 'answerAssistantMessage',
    body: { ...question, messages: [{ 'id?': 'string', role: roleOf(), parts: [{ type: 'string' }] }] },
    status: 200,
  },
  {
    operation: 'answerAssistantMessageV1',
    body: { ...question, messages: [{ 'id?': 'string', role: roleOf(), 'content?': 'string|null' }] },
    status: 200,
  },
  {
    operation: 'searchDocumentation',
    body: { query: 'string', 'pageSize?': 'number', 'scoreThreshold?': 'number' },
    status: 200,
    reply: [{ content: 'string', path: 'string', metadata: { title: 'string', href: 'string' } }],
  },
  {
    operation: 'readDocumentationPage',
    body: { path: 'string' },
    status: 200,
    reply: { path: 'string', content: 'string' },
  },
  { operation: 'updateProject', status: 202, reply: { statusId: 'string' } },
  {
    operation: 'getUpdateStatus',
    status: 200,
    reply: {
      _id: 'string',
      projectId: 'string',
      createdAt: 'string',
      'endedAt?': 'string',
      status: { oneOf: ['queued', 'in_progress', 'success', 'failure'] },
      'summary?': 'string',
      logs: ['string'],
      'subdomain?': 'string',
      'commit?': {
        sha: 'string',
        ref: 'string',
        filesChanged: { added: files, modified: files, removed: files },
      },
      source: { oneOf: ['api', 'github', 'gitlab', 'dashboard', 'internal'] },
    },
  },
  {
    operation: 'createPreview',
    body: { branch: 'string' },
    status: 202,
    reply: { statusId: 'string', previewUrl: 'string' },
  },
  {
    operation: 'listConversations',
    query: [...dates, 'limit', 'cursor'],
    status: 200,
    reply: {
      conversations: [
        {
          id: 'string',
          timestamp: 'string',
          query: 'string',
          response: 'string',
          'responseType?': { oneOf: ['answer', 'clarifying_question'] },
          sources: [{ title: 'string', url: 'string' }],
          resolutionStatus: { oneOf: ['answered', 'unanswered'] },
          queryCategory: 'string|null',
          pageUrl: 'string|null',
        },
      ],
      ...end,
    },
  },
  {
    operation: 'getConversation',
    status: 200,
    reply: {
      threadId: 'string',
      createdAt: 'string',
      messages: [
        { id: 'string', role: { oneOf: ['user', 'assistant'] }, content: 'string', createdAt: 'string' },
      ],
    },
  },
  {
    operation: 'countCallers',
    query: dates,
    status: 200,
    reply: { web: 'number', api: 'number', other: 'number', total: 'number' },
  },
  {
    operation: 'listSearchTerms',
    query: [...dates, 'limit', 'cursor'],
    status: 200,
    reply: {
      searches: [
        {
          searchQuery: 'string',
          hits: 'number',
          ctr: 'number',
          topClickedPage: 'string|null',
          lastSearchedAt: 'string',
        },
      ],
      totalSearches: 'number',
      ...end,
    },
  },
  {
    operation: 'listPageFeedback',
    query: [...dates, 'source', 'status', 'limit', 'cursor'],
    status: 200,
    reply: {
      feedback: [
        {
          id: 'string',
          path: 'string',
          comment: 'string|null',
          createdAt: 'string',
          source,
          status,
          'helpful?': 'boolean|null',
          'contact?': 'string|null',
          'code?': 'string|null',
          'filename?': 'string|null',
          'lang?': 'string|null',
        },
      ],
      ...end,
    },
  },
  {
    operation: 'countPageFeedback',
    query: [...dates, 'source', 'status', 'limit'],
    status: 200,
    reply: {
      feedback: [
        { path: 'string', thumbsUp: 'number', thumbsDown: 'number', code: 'number', total: 'number' },
      ],
      hasMore: 'boolean',
    },
  },
  {
    operation: 'countPageViews',
    query: [...dates, 'limit', 'offset'],
    status: 200,
    reply: { totals, views: readers, hasMore: 'boolean' },
  },
  {
    operation: 'countPageVisitors',
    query: [...dates, 'limit', 'offset'],
    status: 200,
    reply: { totals, visitors: readers, hasMore: 'boolean' },
  },
]

/** `context` of a question, null as good as not given. */
export const CONTEXT = context

function roleOf(): Shape {
  return { oneOf: ['system', 'user', 'assistant', 'data'] }
}
