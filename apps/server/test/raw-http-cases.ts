/** What is sent on a bare socket, and which status answers; `closed` when the connection ends without a reply. */
export interface RawCase {
  name: string
  /** In order; a number is a pause, ms. */
  send: readonly (string | Uint8Array | number)[]
  /** Of the first reply. */
  status: readonly (number | 'closed')[]
  /** Ends the sending side behind the last piece. */
  halfClose?: boolean
  /** Of all replies on the connection, in order. */
  all?: readonly number[]
  /** How many times a request may have reached an operation: more would be smuggling. */
  maxReplies?: number
}

const KEY = '{key}'
const PATH = '/discovery/v1/search/docs'
const body = '{"query":"key"}'

const head = (headers: readonly string[], first = `POST ${PATH} HTTP/1.1`) =>
  [
    first,
    'Host: x',
    `Authorization: Bearer ${KEY}`,
    'Content-Type: application/json',
    ...headers,
    '',
    '',
  ].join('\r\n')
const post = (text: string | Uint8Array, headers: readonly string[] = []): RawCase['send'] => [
  head([`Content-Length: ${Buffer.byteLength(text)}`, 'Connection: close', ...headers]),
  text,
]
const chunked = (chunks: string, headers: readonly string[] = []): RawCase['send'] => [
  head(['Transfer-Encoding: chunked', 'Connection: close', ...headers]) + chunks,
]
const json = (value: string) => post(value)
const hidden = `GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n`

/** Two readings of where a request ends. */
const SMUGGLING: readonly RawCase[] = [
  ['two different lengths', head(['Content-Length: 5', 'Content-Length: 15']) + body],
  ['two equal lengths', head(['Content-Length: 15', 'Content-Length: 15']) + body],
  ['a length with a plus', head(['Content-Length: +15']) + body],
  ['a negative length', head(['Content-Length: -1']) + body],
  ['a length in hexadecimal', head(['Content-Length: 0xf']) + body],
  ['a length with two values', head(['Content-Length: 15, 15']) + body],
  ['a length that is no number', head(['Content-Length: many']) + body],
  ['a length past every integer', head(['Content-Length: 99999999999999999999999']) + body],
  ['length and chunks', `${head(['Content-Length: 4', 'Transfer-Encoding: chunked'])}0\r\n\r\n${hidden}`],
  ['chunks and length', `${head(['Transfer-Encoding: chunked', 'Content-Length: 4'])}0\r\n\r\n${hidden}`],
  ['chunked twice', `${head(['Transfer-Encoding: chunked, chunked'])}0\r\n\r\n${hidden}`],
  ['chunked, but not last', `${head(['Transfer-Encoding: chunked, identity'])}0\r\n\r\n${hidden}`],
  ['an unknown coding', `${head(['Transfer-Encoding: xchunked'])}0\r\n\r\n${hidden}`],
  ['a coding with a tab', `${head(['Transfer-Encoding:\tchunked', 'Content-Length: 3'])}0\r\n\r\n${hidden}`],
  ['a space before the colon', `${head(['Transfer-Encoding : chunked'])}0\r\n\r\n${hidden}`],
  ['a folded header', `${head(['X-A: b', ' Transfer-Encoding: chunked'])}0\r\n\r\n${hidden}`],
  ['a bare line feed', head([]).replaceAll('\r\n', '\n') + hidden],
  ['a carriage return in a header', `${head(['X-A: b\rTransfer-Encoding: chunked'])}0\r\n\r\n${hidden}`],
  ['a null in a header', head(['X-A: b\0c'])],
  ['a chunk size with a sign', `${head(['Transfer-Encoding: chunked'])}+1\r\na\r\n0\r\n\r\n`],
  ['a chunk size in words', `${head(['Transfer-Encoding: chunked'])}one\r\na\r\n0\r\n\r\n`],
  ['a chunk size with 0x', `${head(['Transfer-Encoding: chunked'])}0x1\r\na\r\n0\r\n\r\n`],
  [
    'a chunk size past every integer',
    `${head(['Transfer-Encoding: chunked'])}fffffffffffffffff\r\na\r\n0\r\n\r\n`,
  ],
  ['a chunk longer than its size', `${head(['Transfer-Encoding: chunked'])}1\r\nabc\r\n0\r\n\r\n`],
  ['a chunk that ends in a bare line feed', `${head(['Transfer-Encoding: chunked'])}1\na\n0\n\n${hidden}`],
  [
    'endless extensions of a chunk',
    `${head(['Transfer-Encoding: chunked'])}1;${'a'.repeat(20_000)}\r\na\r\n0\r\n\r\n`,
  ],
].map(
  ([name, text]): RawCase => ({
    name: name as string,
    send: [text as string],
    status: [400, 413, 431, 'closed'],
    maxReplies: 1,
  }),
)

const MALFORMED: readonly RawCase[] = [
  { name: 'no HTTP at all', send: ['hello\r\n\r\n'], status: [400] },
  { name: 'TLS on a plain port', send: [Buffer.from('16030100c8010000c40303', 'hex')], status: [400] },
  { name: 'HTTP/2 without asking', send: ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'], status: [400] },
  { name: 'an unknown version', send: ['GET / HTTP/9.9\r\nHost: x\r\n\r\n'], status: [400, 505] },
  { name: 'HTTP/0.9', send: ['GET /\r\n\r\n'], status: [400, 404] },
  { name: 'an unknown method', send: ['BREW / HTTP/1.1\r\nHost: x\r\n\r\n'], status: [400] },
  { name: 'no host', send: ['GET /health/live HTTP/1.1\r\n\r\n'], status: [400] },
  {
    name: 'two hosts',
    send: ['GET /health/live HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n'],
    status: [400],
  },
  {
    name: 'a host with a port that is none',
    send: ['GET /health/live?#x HTTP/1.1\r\nHost: x:99999\r\n\r\n'],
    status: [400],
  },
  {
    name: 'a host that is no address',
    send: ['GET /%zz/a?#x HTTP/1.1\r\nHost: 999.999.999.999\r\n\r\n'],
    status: [400],
  },
  { name: 'a header without a name', send: ['GET / HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n'], status: [400] },
  { name: 'a header that is huge', send: [head([`X-A: ${'a'.repeat(40_000)}`])], status: [431] },
  {
    name: 'ten thousand headers',
    send: [head(Array.from({ length: 10_000 }, (_, n) => `X-${n}: a`))],
    status: [431],
  },
  {
    name: 'a path that is huge',
    send: [`GET /${'a'.repeat(40_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
    status: [431, 414],
  },
  {
    name: 'a path with bad bytes',
    send: [Buffer.from('GET /\xff\xfe HTTP/1.1\r\nHost: x\r\n\r\n', 'latin1')],
    status: [400, 404],
  },
  { name: 'a path with a null', send: ['GET /health\0 HTTP/1.1\r\nHost: x\r\n\r\n'], status: [400] },
  {
    name: 'a path that is no UTF-8',
    send: ['GET /v2/agent/%ff%fe/jobs HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
    status: [401, 404],
  },
  {
    name: 'a path half encoded',
    send: ['GET /v2/agent/%f/jobs HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
    status: [404],
  },
  {
    name: 'a path that climbs',
    send: ['GET /health/../../etc/passwd HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
    status: [404],
  },
  {
    name: 'a path that climbs encoded',
    send: ['GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
    status: [404],
  },
  {
    name: 'slashes in front',
    send: ['GET //evil.example/health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
    status: [404],
  },
  {
    name: 'an absolute address',
    send: ['GET http://evil.example/health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
    status: [200, 404],
  },
  {
    name: 'an address that is none',
    send: ['GET http://[ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
    status: [400, 403, 404],
  },
  {
    name: 'an asterisk',
    send: ['OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
    status: [404],
  },
  {
    name: 'a proxy request',
    send: ['CONNECT evil.example:443 HTTP/1.1\r\nHost: x\r\n\r\n'],
    status: [405, 404, 'closed'],
  },
  {
    name: 'an upgrade',
    send: ['GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'],
    status: [200],
  },
  {
    name: 'a query of prototype keys',
    send: [
      'GET /v2/agent/docs/jobs?__proto__[a]=1&constructor=2 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    ],
    status: [401],
  },
  {
    name: 'a query of ten thousand keys',
    send: [`GET /health/live?${'a=1&'.repeat(3_000)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`],
    status: [200],
  },
  {
    name: 'a query half encoded',
    send: ['GET /health/live?a=%f&%=%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
    status: [200, 400],
  },
  { name: 'HTTP/1.0', send: ['GET /health/live HTTP/1.0\r\n\r\n'], status: [200] },
  {
    name: 'HEAD',
    send: ['HEAD /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
    status: [200],
  },
  {
    name: 'TRACE',
    send: ['TRACE /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
    status: [405],
  },
  {
    name: 'empty lines before a request',
    send: ['\r\n\r\nGET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
    status: [200],
  },
  {
    name: 'a key that is no ASCII',
    send: [
      Buffer.from(
        `GET /v2/agent/docs/jobs HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \xe4\xf6\r\nConnection: close\r\n\r\n`,
        'latin1',
      ),
    ],
    status: [401],
  },
  {
    name: 'two keys',
    send: [head(['Authorization: Bearer other', 'Content-Length: 15', 'Connection: close']) + body],
    status: [200, 401],
  },
  {
    name: 'a request id that breaks lines',
    send: [
      'GET /health/live HTTP/1.1\r\nHost: x\r\nX-Request-Id: a\\r\\nSet-Cookie: b\r\nConnection: close\r\n\r\n',
    ],
    status: [200],
  },
]

const deep = (open: string, close: string, levels: number, inner = '1') =>
  open.repeat(levels) + inner + close.repeat(levels)

const TYPES: readonly RawCase[] = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/jsonx',
  'a',
  '',
].map(
  (type): RawCase => ({
    name: `the content type "${type}"`,
    send: [
      [
        `POST ${PATH} HTTP/1.1`,
        'Host: x',
        `Authorization: Bearer ${KEY}`,
        `Content-Type: ${type}`,
        'Content-Length: 15',
        'Connection: close',
        '',
        body,
      ].join('\r\n'),
    ],
    status: [415, 200],
  }),
)

const BODIES: readonly RawCase[] = [
  ...TYPES,
  { name: 'what is right', send: json(body), status: [200] },
  {
    name: 'what is right, chunk by chunk',
    send: chunked(`5\r\n{"que\r\na\r\nry":"key"}\r\n0\r\n\r\n`),
    status: [200],
  },
  {
    name: 'chunks with extensions and trailers',
    send: chunked(`f;a=b\r\n${body}\r\n0\r\nX-T: y\r\n\r\n`),
    status: [200],
  },
  {
    name: 'byte by byte',
    send: [head(['Content-Length: 15', 'Connection: close']), ...body.split('').flatMap((byte) => [byte, 5])],
    status: [200],
  },
  { name: 'an empty body', send: json(''), status: [400] },
  { name: 'white space', send: json('   '), status: [400] },
  { name: 'no JSON', send: json('{query}'), status: [400] },
  { name: 'JSON cut off', send: json('{"query":'), status: [400] },
  { name: 'JSON and more', send: json(`${body}{}`), status: [400] },
  { name: 'null', send: json('null'), status: [400] },
  { name: 'a list', send: json('[]'), status: [400] },
  { name: 'a string', send: json('"x"'), status: [400] },
  { name: 'a number', send: json('1e999'), status: [400] },
  { name: 'lists 100,000 deep', send: json(deep('[', ']', 100_000)), status: [400] },
  { name: 'objects 100,000 deep', send: json(deep('{"a":', '}', 100_000)), status: [400] },
  { name: 'lists that are never closed', send: json('['.repeat(500_000)), status: [400] },
  {
    name: 'deep within a field that is not known',
    send: json(`{"query":"key","x":${deep('[', ']', 60)}}`),
    status: [200, 400],
  },
  { name: 'a huge number', send: json(`{"query":"key","pageSize":1${'0'.repeat(400)}}`), status: [200, 400] },
  {
    name: 'a number of a million digits',
    send: json(`{"query":"key","pageSize":${'9'.repeat(900_000)}}`),
    status: [200, 400],
  },
  { name: 'a negative zero', send: json('{"query":"key","pageSize":-0}'), status: [200, 400] },
  { name: '__proto__', send: json('{"query":"key","__proto__":{"isAdmin":true}}'), status: [200, 400] },
  {
    name: 'constructor and prototype',
    send: json('{"query":"key","constructor":{"prototype":{"a":1}}}'),
    status: [200, 400],
  },
  {
    name: '__proto__ in the filter',
    send: json('{"query":"key","filter":{"__proto__":{"groups":["x"]}}}'),
    status: [200, 400],
  },
  { name: 'one key twice', send: json('{"query":"a","query":"key"}'), status: [200, 400] },
  {
    name: 'ten thousand keys',
    send: json(`{"query":"key",${Array.from({ length: 10_000 }, (_, n) => `"k${n}":1`).join(',')}}`),
    status: [200, 400],
  },
  { name: 'bad UTF-8', send: post(Buffer.from('{"query":"\xff\xfe"}', 'latin1')), status: [400] },
  {
    name: 'UTF-8 that is too long',
    send: post(Buffer.from('{"query":"\xc0\xaf"}', 'latin1')),
    status: [400],
  },
  { name: 'half a character', send: post(Buffer.from('{"query":"\xe2\x82"}', 'latin1')), status: [400] },
  { name: 'half a surrogate', send: json('{"query":"\\ud83d"}'), status: [200, 400] },
  { name: 'a null character', send: json('{"query":"a\\u0000b"}'), status: [200, 400] },
  { name: 'a byte order mark', send: json(`\ufeff${body}`), status: [200, 400] },
  { name: 'UTF-16', send: post(Buffer.from(body, 'utf16le')), status: [400] },
  {
    name: 'compressed bytes',
    send: post(Buffer.from('1f8b0800', 'hex'), ['Content-Encoding: gzip']),
    status: [400, 415],
  },
  {
    name: 'more than is allowed',
    send: [head([`Content-Length: ${5_000_000}`, 'Connection: close'])],
    status: [413],
  },
  {
    name: 'more than is allowed, in chunks',
    send: chunked(`${(2_000_000).toString(16)}\r\n${'a'.repeat(2_000_000)}\r\n0\r\n\r\n`),
    status: [413],
  },
  {
    name: 'a regular expression that explodes',
    send: json(`{"query":"${'a'.repeat(900)}!"}`),
    status: [200, 400],
  },
]

const get = 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n'
const last = 'GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'

const CONNECTIONS: readonly RawCase[] = [
  { name: 'ten requests at once', send: [get.repeat(9) + last], status: [200], all: Array(10).fill(200) },
  {
    name: 'a request behind a body',
    send: [head(['Content-Length: 15']) + body + last],
    status: [200],
    all: [200, 200],
  },
  {
    name: 'a request behind chunks',
    send: [`${head(['Transfer-Encoding: chunked'])}f\r\n${body}\r\n0\r\n\r\n${last}`],
    status: [200],
    all: [200, 200],
  },
  {
    name: 'a request behind a body that nobody reads',
    send: [`GET /health/live HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello${last}`],
    status: [200],
    all: [200, 200],
  },
  {
    name: 'nonsense behind a request',
    send: [`${get}nonsense\r\n\r\n`],
    status: [200],
    maxReplies: 2,
    all: [200, 400],
  },
  {
    name: 'half a request, then the end',
    send: ['GET /health/live HTTP/1.1\r\nHo'],
    halfClose: true,
    status: [400, 'closed'],
  },
  {
    name: 'half a body, then the end',
    send: [head(['Content-Length: 15']), body.slice(0, 7)],
    halfClose: true,
    status: [400, 'closed'],
  },
  {
    name: 'half of the chunks, then the end',
    send: [`${head(['Transfer-Encoding: chunked'])}5\r\n{"que\r\n`],
    halfClose: true,
    status: [400, 'closed'],
  },
  { name: 'a request, then the end', send: [get], halfClose: true, status: [200] },
  { name: 'nothing, then the end', send: [], halfClose: true, status: ['closed'] },
  {
    name: 'headers that come too slowly',
    send: ['GET /health/live HTTP/1.1\r\n', 2_500, 'Host: x\r\n\r\n'],
    status: [408],
  },
  { name: 'a body that comes too slowly', send: [head(['Content-Length: 15']), '{', 2_500], status: [408] },
  {
    name: 'chunks that come too slowly',
    send: [`${head(['Transfer-Encoding: chunked'])}1\r\n{\r\n`, 2_500],
    status: [408],
  },
]

const EXPECTATIONS: readonly RawCase[] = [
  {
    name: '100-continue, then the body',
    send: [head(['Expect: 100-continue', 'Content-Length: 15', 'Connection: close']), 100, body],
    status: [100],
    all: [100, 200],
  },
  {
    name: '100-Continue in capitals',
    send: [head(['Expect: 100-CONTINUE', 'Content-Length: 15', 'Connection: close']), 100, body],
    status: [100],
    all: [100, 200],
  },
  {
    name: '100-continue with a body that came at once',
    send: [head(['Expect: 100-continue', 'Content-Length: 15', 'Connection: close']) + body],
    status: [100],
    all: [100, 200],
  },
  {
    name: '100-continue without a key',
    send: [`POST ${PATH} HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 15\r\n\r\n`],
    status: [401],
    all: [401],
  },
  {
    name: '100-continue for too much',
    send: [head(['Expect: 100-continue', 'Content-Length: 5000000'])],
    status: [413],
    all: [413],
  },
  {
    name: '100-continue on HTTP/1.0',
    send: [head(['Expect: 100-continue', 'Content-Length: 15'], `POST ${PATH} HTTP/1.0`) + body],
    status: [200],
    all: [200],
  },
  {
    name: 'something else',
    send: [head(['Expect: a-miracle', 'Content-Length: 15']) + body],
    status: [417],
    all: [417],
  },
]

export const RAW_CASES: readonly (readonly [group: string, cases: readonly RawCase[]])[] = [
  ['a request whose end is unclear', SMUGGLING],
  ['a malformed or strange request', MALFORMED],
  ['a body', BODIES],
  ['a connection', CONNECTIONS],
  ['an expectation', EXPECTATIONS],
]
