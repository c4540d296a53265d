/** One request that must be refused, and how. */
export interface BadInput {
  name: string
  method: 'GET' | 'POST'
  path: string
  /** JSON, or what is sent as it is; a function makes it. */
  body?: unknown
  headers?: Record<string, string>
  /** Which key is sent; default: the one that the operation needs. */
  key?: KeyName
  status: number
  code: string
  /** In the message that the reply shows. */
  says?: RegExp
  /** `Allow` of a 405. */
  allow?: string
}

export type KeyName =
  | 'none'
  | 'unknown'
  | 'revoked'
  | 'expired'
  | 'read-only'
  | 'elsewhere'
  | 'admin'
  | 'assistant'

interface KnownOperation {
  name: string
  method: 'GET' | 'POST'
  path: (project: string) => string
  key: 'admin' | 'assistant'
  /** A body that is right. */
  body?: Record<string, unknown>
  writes?: boolean
}

const JOB = '01arz3ndektsv4rrffq69g5fav'
const messages = [{ role: 'user', parts: [{ type: 'text', text: 'How?' }] }]
const question = { fp: 'anonymous', messages }
const v1Question = { fp: 'anonymous', messages: [{ role: 'user', content: 'How?' }] }

const OPERATIONS: readonly KnownOperation[] = [
  {
    name: 'create job',
    method: 'POST',
    path: (id) => `/v2/agent/${id}/job`,
    key: 'admin',
    body: { prompt: 'Go' },
    writes: true,
  },
  {
    name: 'follow-up',
    method: 'POST',
    path: (id) => `/v2/agent/${id}/job/${JOB}/message`,
    key: 'admin',
    body: { prompt: 'Go' },
    writes: true,
  },
  {
    name: 'create job v1',
    method: 'POST',
    path: (id) => `/v1/agent/${id}/job`,
    key: 'admin',
    body: { messages: [{ content: 'Go' }] },
    writes: true,
  },
  {
    name: 'cancel',
    method: 'POST',
    path: (id) => `/v2/agent/${id}/job/${JOB}/cancel`,
    key: 'admin',
    writes: true,
  },
  {
    name: 'archive',
    method: 'POST',
    path: (id) => `/v2/agent/${id}/job/${JOB}/archive`,
    key: 'admin',
    writes: true,
  },
  { name: 'get job', method: 'GET', path: (id) => `/v2/agent/${id}/job/${JOB}`, key: 'admin' },
  { name: 'list jobs', method: 'GET', path: (id) => `/v2/agent/${id}/jobs`, key: 'admin' },
  { name: 'events', method: 'GET', path: (id) => `/v2/agent/${id}/job/${JOB}/events`, key: 'admin' },
  { name: 'get job v1', method: 'GET', path: (id) => `/v1/agent/${id}/job/${JOB}`, key: 'admin' },
  { name: 'list jobs v1', method: 'GET', path: (id) => `/v1/agent/${id}/jobs`, key: 'admin' },
  {
    name: 'assistant v2',
    method: 'POST',
    path: (id) => `/discovery/v2/assistant/${id}/message`,
    key: 'assistant',
    body: question,
  },
  {
    name: 'assistant v1',
    method: 'POST',
    path: (id) => `/discovery/v1/assistant/${id}/message`,
    key: 'assistant',
    body: v1Question,
  },
  {
    name: 'search',
    method: 'POST',
    path: (id) => `/discovery/v1/search/${id}`,
    key: 'assistant',
    body: { query: 'how' },
  },
  {
    name: 'page',
    method: 'POST',
    path: (id) => `/discovery/v1/page/${id}`,
    key: 'assistant',
    body: { path: '/' },
  },
]

const MIB = 1024 * 1024

/** Bodies that are wrong for every operation with a body. */
/** Of an operation that takes so many bytes. */
const bodiesFor = (
  mostBytes: number,
): readonly Pick<BadInput, 'name' | 'body' | 'headers' | 'status' | 'code' | 'says'>[] => [
  { name: 'no body', status: 400, code: 'invalid_json', says: /body is empty/ },
  { name: 'an empty body', body: '', status: 400, code: 'invalid_json', says: /body is empty/ },
  {
    name: 'JSON that ends too early',
    body: '{"a": [1, 2',
    status: 400,
    code: 'invalid_json',
    says: /too early at position 11 \(line 1, column 12\)/,
  },
  {
    name: 'JSON with a wrong character',
    body: '{\n  "a": 1,\n  oops\n}',
    status: 400,
    code: 'invalid_json',
    says: /position 14 \(line 3, column 3\)/,
  },
  { name: 'two JSON values', body: '{} {}', status: 400, code: 'invalid_json', says: /position 3/ },
  { name: 'a list', body: '[]', status: 400, code: 'invalid_request', says: /^body: must be an object/ },
  { name: 'null', body: 'null', status: 400, code: 'invalid_request', says: /^body: must be an object/ },
  {
    name: 'a string',
    body: '"prompt"',
    status: 400,
    code: 'invalid_request',
    says: /^body: must be an object/,
  },
  {
    name: 'plain text',
    body: 'prompt',
    headers: { 'content-type': 'text/plain' },
    status: 415,
    code: 'unsupported_media_type',
    says: /application\/json/,
  },
  {
    name: 'a form',
    body: 'prompt=Go',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    status: 415,
    code: 'unsupported_media_type',
    says: /application\/json/,
  },
  {
    name: 'JSON in another charset',
    body: '{}',
    headers: { 'content-type': 'application/json; charset=iso-8859-1' },
    status: 415,
    code: 'unsupported_media_type',
    says: /application\/json/,
  },
  {
    name: 'a MiB too many',
    body: JSON.stringify({ prompt: 'x'.repeat(mostBytes + MIB) }),
    status: 413,
    code: 'body_too_large',
    says: new RegExp(`${mostBytes.toLocaleString('en')} bytes`),
  },
  {
    name: 'a MiB too many of unknown length',
    body: () => new Blob([JSON.stringify({ prompt: 'x'.repeat(mostBytes + MIB) })]).stream(),
    status: 413,
    code: 'body_too_large',
    says: new RegExp(`${mostBytes.toLocaleString('en')} bytes`),
  },
  {
    name: 'lists in lists, 100 deep',
    body: `{"a":${'['.repeat(100)}${']'.repeat(100)}}`,
    status: 400,
    code: 'invalid_json',
    says: /nested deeper than 64 levels/,
  },
  {
    name: 'lists in lists, 500,000 deep',
    body: '['.repeat(500_000),
    status: 400,
    code: 'invalid_json',
    says: /nested deeper than 64 levels/,
  },
  {
    name: 'invalid UTF-8',
    body: Uint8Array.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
    status: 400,
    code: 'invalid_json',
    says: /not valid UTF-8/,
  },
]

/** Bodies with one wrong field: operation, the change to a right body, what the reply must say. */
const FIELDS: readonly (readonly [operation: string, change: Record<string, unknown>, says: RegExp])[] = [
  ...['create job', 'follow-up'].flatMap((name): [string, Record<string, unknown>, RegExp][] => [
    [name, { prompt: undefined }, /^prompt: is required/],
    [name, { prompt: 1 }, /^prompt: must be a string/],
    [name, { prompt: null }, /^prompt: must be a string/],
    [name, { prompt: ['Go'] }, /^prompt: must be a string/],
    [name, { prompt: '' }, /^prompt: must have at least one character/],
    [name, { prompt: ' \n\t' }, /^prompt: must have at least one character/],
    [name, { prompt: 'x'.repeat(100_001) }, /^prompt: must have at most 100000 characters/],
  ]),
  ['create job v1', { messages: undefined }, /^messages: is required/],
  ['create job v1', { messages: 'Go' }, /^messages: must be an array/],
  ['create job v1', { messages: [] }, /^messages: must have at least 1 item/],
  [
    'create job v1',
    { messages: Array(101).fill({ content: 'Go' }) },
    /^messages: must have at most 100 items/,
  ],
  ['create job v1', { messages: ['Go'] }, /^messages\[0\]: must be an object/],
  ['create job v1', { messages: [{}] }, /^messages\[0\]\.content: is required/],
  [
    'create job v1',
    { messages: [{ content: 'Go' }, { content: 1 }] },
    /^messages\[1\]\.content: must be a string/,
  ],
  ['create job v1', { messages: [{ content: '  ' }] }, /^messages: must hold at least one user message/],
  [
    'create job v1',
    { messages: [{ content: 'Go', role: 'robot' }] },
    /^messages\[0\]\.role: must be "system"/,
  ],
  ['create job v1', { branch: 1 }, /^branch: must be a string/],
  ['create job v1', { branch: 'a..b' }, /^branch: must be a valid git branch name/],
  ['create job v1', { branch: 'with space' }, /^branch: must be a valid git branch name/],
  ['create job v1', { branch: '-x' }, /^branch: must be a valid git branch name/],
  ['create job v1', { branch: 'x.lock' }, /^branch: must be a valid git branch name/],
  ['create job v1', { branch: 'main' }, /^branch: .*default branch/],
  ['create job v1', { asDraft: 'yes' }, /^asDraft: must be a boolean/],
  ['create job v1', { asDraft: 1 }, /^asDraft: must be a boolean/],
  ['create job v1', { model: 'gpt' }, /^model: must be "sonnet" or "opus"/],
  ...['assistant v1', 'assistant v2'].flatMap((name): [string, Record<string, unknown>, RegExp][] => [
    [name, { fp: undefined }, /^fp: is required/],
    [name, { fp: '' }, /^fp: must have at least 1 character/],
    [name, { fp: 7 }, /^fp: must be a string/],
    [name, { fp: 'x'.repeat(201) }, /^fp: must have at most 200 characters/],
    [name, { messages: undefined }, /^messages: is required/],
    [name, { messages: {} }, /^messages: must be an array/],
    [name, { messages: [] }, /^messages: must have at least 1 item/],
    [name, { messages: [{ parts: messages[0]?.parts }] }, /^messages\[0\]\.role: /],
    [name, { messages: [{ ...messages[0], role: 'robot' }] }, /^messages\[0\]\.role: must be/],
    [name, { messages: [{ ...messages[0], role: 'assistant' }] }, /^messages\[0\]\.role: must be "user"/],
    [name, { messages: [{ role: 'user', parts: [] }] }, /^messages\[0\]: must have some text/],
    [
      name,
      { messages: [{ role: 'user', parts: [{ type: 'file', url: 'x' }] }] },
      /^messages\[0\]: must have some/,
    ],
    [name, { messages: [{ role: 'user', parts: 'How?' }] }, /^messages\[0\]\.parts: must be an array/],
    [name, { messages: [{ role: 'user', parts: [{}] }] }, /^messages\[0\]\.parts\[0\]\.type: is required/],
    [
      name,
      { messages: [{ role: 'user', parts: [{ type: 'text' }] }] },
      /^messages\[0\]\.parts\[0\]\.text: must be/,
    ],
    [
      name,
      { messages: [{ role: 'user', parts: [{ type: 'text', text: 'x'.repeat(32_001) }] }] },
      /^messages\[0\]: must have at most 32000 characters/,
    ],
    [name, { threadId: 5 }, /^threadId: must be a string/],
    [name, { threadId: 'nope' }, /no such thread/i],
    [name, { threadId: '0'.repeat(32) }, /no such thread/i],
    [name, { retrievalPageSize: 0 }, /^retrievalPageSize: must be at least 1/],
    [name, { retrievalPageSize: 51 }, /^retrievalPageSize: must be at most 50/],
    [name, { retrievalPageSize: 2.5 }, /^retrievalPageSize: must be an integer/],
    [name, { retrievalPageSize: '5' }, /^retrievalPageSize: must be a number/],
    [name, { filter: 'x' }, /^filter: must be an object/],
    [name, { filter: { colour: 'red' } }, /^filter\.colour: is not a known field/],
    [name, { filter: { version: 2 } }, /^filter\.version: must be a string/],
    [name, { filter: { groups: 'staff' } }, /^filter\.groups: must be an array/],
    [name, { context: {} }, /^context: must be an array/],
    [name, { context: Array(21).fill({ type: 'code', value: 'x' }) }, /^context: must have at most 20 items/],
    [
      name,
      { context: [{ type: 'image', value: 'x' }] },
      /^context\[0\]\.type: must be "code" or "textSelection"/,
    ],
    [name, { context: [{ type: 'code' }] }, /^context\[0\]\.value: is required/],
    [
      name,
      { context: [{ type: 'code', value: 'x'.repeat(32_001) }] },
      /^context\[0\]\.value: must have at most 32000/,
    ],
    [name, { currentPath: 'x'.repeat(201) }, /^currentPath: must have at most 200 characters/],
    [name, { currentPath: 5 }, /^currentPath: must be a string/],
  ]),
  ['assistant v1', { messages: [{ role: 'user' }] }, /^messages\[0\]\.content: is required/],
  ['assistant v1', { messages: [{ role: 'user', content: 5 }] }, /^messages\[0\]\.content: must be a string/],
  ['assistant v1', { messages: [{ role: 'user', content: '  ' }] }, /^messages\[0\]: must have some text/],
  ['assistant v2', { messages: [{ role: 'user', content: 'How?' }] }, /^messages\[0\]\.parts: is required/],
  ['search', { query: undefined }, /^query: is required/],
  ['search', { query: '' }, /^query: must have at least one character/],
  ['search', { query: ' ' }, /^query: must have at least one character/],
  ['search', { query: 'x'.repeat(1_001) }, /^query: must have at most 1000 characters/],
  ['search', { pageSize: 0 }, /^pageSize: must be at least 1/],
  ['search', { pageSize: 51 }, /^pageSize: must be at most 50/],
  ['search', { pageSize: 'ten' }, /^pageSize: must be a number/],
  ['search', { scoreThreshold: 1.5 }, /^scoreThreshold: must be at most 1/],
  ['search', { scoreThreshold: -1 }, /^scoreThreshold: must be at least 0/],
  ['search', { filter: { path: '/x' } }, /^filter\.path: is not a known field/],
  ['page', { path: undefined }, /^path: is required/],
  ['page', { path: '' }, /^path: must have at least 1 character/],
  ['page', { path: 5 }, /^path: must be a string/],
  ['page', { groups: 'staff' }, /^groups: must be an array/],
]

const QUERIES: readonly (readonly [path: string, says: RegExp])[] = [
  ['/v2/agent/docs/jobs?status=running', /^status: must be "active" or "completed" or "failed"/],
  ['/v2/agent/docs/jobs?status=active&status=failed', /^status: must be/],
  ['/v2/agent/docs/jobs?archived=maybe', /^archived: must be "true" or "false"/],
  ['/v2/agent/docs/jobs?limit=0', /^limit: must be an integer from 1 to 100/],
  ['/v2/agent/docs/jobs?limit=101', /^limit: must be an integer from 1 to 100/],
  ['/v2/agent/docs/jobs?limit=ten', /^limit: must be an integer from 1 to 100/],
  ['/v2/agent/docs/jobs?cursor=nonsense', /cursor/],
  ['/v1/agent/docs/jobs?skip=-1', /^skip: must be an integer/],
  ['/v1/agent/docs/jobs?take=0', /^take: must be an integer from 1 to 100/],
  ['/v1/agent/docs/jobs?take=101', /^take: must be an integer from 1 to 100/],
]

/** Every request that this server must refuse. `docs` is the project of the keys, `other` another organization's. */
export const BAD_INPUTS: readonly BadInput[] = [
  ...OPERATIONS.flatMap(accessFaults),
  ...OPERATIONS.flatMap((operation) => (operation.body ? bodyFaults(operation) : [])),
  ...FIELDS.map(fieldFault),
  ...QUERIES.map(([path, says]) => ({
    name: path,
    method: 'GET' as const,
    path,
    status: 400,
    code: 'invalid_request',
    says,
  })),
  ...otherFaults(),
]

function accessFaults(operation: KnownOperation): BadInput[] {
  const { name, method, key, body } = operation
  const at = (project: string) => ({ method, path: operation.path(project), ...(body ? { body } : {}) })
  const unauthorized = { status: 401, code: 'unauthorized', says: /API key/ }
  const notFound = { status: 404, code: 'not_found', says: /^There is no such project\.$/ }
  return [
    { name: `${name}: no key`, ...at('docs'), key: 'none', ...unauthorized },
    {
      name: `${name}: a malformed key`,
      ...at('docs'),
      key: 'none',
      headers: { authorization: 'Basic abc' },
      ...unauthorized,
    },
    { name: `${name}: an unknown key`, ...at('docs'), key: 'unknown', ...unauthorized },
    {
      name: `${name}: a key of the other kind`,
      ...at('docs'),
      key: key === 'admin' ? 'assistant' : 'admin',
      status: 403,
      code: 'forbidden',
      says: /needs an (?:admin|assistant) key/,
    },
    { name: `${name}: an unknown project`, ...at('nothing'), ...notFound },
    { name: `${name}: a project of another organization`, ...at('other'), ...notFound },
    ...(operation.writes
      ? [
          {
            name: `${name}: a key that may only read`,
            ...at('docs'),
            key: 'read-only' as const,
            status: 403,
            code: 'forbidden',
            says: /scope "write"/,
          },
        ]
      : []),
  ]
}

function bodyFaults(operation: KnownOperation): BadInput[] {
  const mostBytes = operation.name.startsWith('assistant') ? 8 * MIB : MIB
  return bodiesFor(mostBytes).map((fault) => ({
    ...fault,
    name: `${operation.name}: ${fault.name}`,
    method: operation.method,
    path: operation.path('docs'),
  }))
}

function fieldFault([name, change, says]: (typeof FIELDS)[number]): BadInput {
  const operation = OPERATIONS.find((candidate) => candidate.name === name) as KnownOperation
  const isThread = says.test('There is no such thread')
  return {
    name: `${name}: ${JSON.stringify(change).slice(0, 80)}`,
    method: operation.method,
    path: operation.path('docs'),
    body: { ...operation.body, ...change },
    status: isThread ? 404 : 400,
    code: isThread ? 'not_found' : 'invalid_request',
    says,
  }
}

function otherFaults(): BadInput[] {
  const job = '/v2/agent/docs/job'
  const get = { method: 'GET' as const }
  const post = { method: 'POST' as const }
  const unauthorized = { status: 401, code: 'unauthorized' }
  const unknownJob = { status: 404, code: 'not_found', says: /no job/ }
  const body = { prompt: 'Go' }
  const badKey = { status: 400, code: 'invalid_request', says: /Idempotency-Key/ }
  return [
    { name: 'a revoked key', ...get, path: `${job}s`, key: 'revoked', ...unauthorized },
    { name: 'an expired key', ...get, path: `${job}s`, key: 'expired', ...unauthorized },
    { name: 'get: unknown job', ...get, path: `${job}/nothing`, ...unknownJob },
    { name: 'get: a very long id', ...get, path: `${job}/${'x'.repeat(4_000)}`, ...unknownJob },
    { name: 'get: an id with a NUL', ...get, path: `${job}/a%00b`, ...unknownJob },
    { name: 'get: an id with quotes', ...get, path: `${job}/'%20OR%201=1`, ...unknownJob },
    { name: 'get v1: unknown job', ...get, path: '/v1/agent/docs/job/nothing', ...unknownJob },
    { name: 'events: unknown job', ...get, path: `${job}/nothing/events`, ...unknownJob },
    { name: 'follow-up: unknown job', ...post, path: `${job}/nothing/message`, body, ...unknownJob },
    { name: 'cancel: unknown job', ...post, path: `${job}/nothing/cancel`, ...unknownJob },
    { name: 'archive: unknown job', ...post, path: `${job}/nothing/archive`, ...unknownJob },
    {
      name: 'events: a Last-Event-ID that is no number',
      ...get,
      path: `${job}/nothing/events`,
      headers: { 'last-event-id': 'abc' },
      status: 400,
      code: 'invalid_request',
      says: /^Last-Event-ID: /,
    },
    {
      name: 'Idempotency-Key: empty',
      ...post,
      path: job,
      body,
      headers: { 'idempotency-key': '' },
      ...badKey,
    },
    {
      name: 'Idempotency-Key: 256 characters',
      ...post,
      path: job,
      body,
      headers: { 'idempotency-key': 'k'.repeat(256) },
      ...badKey,
    },
    {
      name: 'Idempotency-Key: not ASCII',
      ...post,
      path: job,
      body,
      headers: { 'idempotency-key': 'caf\u00e9' },
      ...badKey,
    },
    {
      name: 'page: one that is not there',
      ...post,
      path: '/discovery/v1/page/docs',
      body: { path: '/nothing' },
      status: 404,
      code: 'not_found',
      says: /no page \/nothing/,
    },
    {
      name: 'unknown route',
      ...get,
      path: '/v3/agent',
      status: 404,
      code: 'not_found',
      says: /no such route/,
    },
    { name: 'the root', ...get, path: '/', status: 404, code: 'not_found', says: /no such route/ },
    {
      name: 'a path that cannot be decoded',
      ...get,
      path: `${job}/%E0%A4%A`,
      status: 404,
      code: 'not_found',
      says: /no such route/,
    },
    {
      name: 'GET where only POST is',
      ...get,
      path: job,
      status: 405,
      code: 'method_not_allowed',
      says: /POST only/,
      allow: 'POST',
    },
    {
      name: 'POST where only GET is',
      ...post,
      path: `${job}s`,
      body: {},
      status: 405,
      code: 'method_not_allowed',
      says: /GET, HEAD only/,
      allow: 'GET, HEAD',
    },
    {
      name: 'GET of the assistant',
      ...get,
      path: '/discovery/v2/assistant/docs/message',
      status: 405,
      code: 'method_not_allowed',
      says: /POST, OPTIONS only/,
      allow: 'POST, OPTIONS',
    },
    {
      name: 'assistant v2: a finishThreadId that is none',
      ...post,
      path: '/discovery/v2/assistant/docs/message?finishThreadId=here',
      body: question,
      status: 400,
      code: 'invalid_request',
      says: /^finishThreadId: must be "auto"/,
    },
    {
      name: 'a local pull request with an unknown token',
      ...get,
      path: `/pulls/${'0'.repeat(32)}`,
      status: 404,
      code: 'not_found',
      says: /no such pull request/,
    },
  ]
}
