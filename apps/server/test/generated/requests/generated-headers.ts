import fc from 'fast-check'
import type { ApiOperation } from '../../../../../packages/http/src/open-api/api-document.ts'
import { hostileTexts } from '../hostile-values.ts'
import type { ServerFacts } from './server-messages.ts'

/** The headers that the document names. */
export function headersOf({ parameters }: ApiOperation): fc.Arbitrary<Record<string, string>> {
  const named = parameters.filter((each) => each.in === 'header')
  const values = fc.option(fc.stringMatching(/^[\w-]{1,40}$/), { nil: undefined })
  return fc
    .tuple(...named.map(({ name }) => values.map((value) => [name, value] as const)))
    .map((all) =>
      Object.fromEntries(all.filter((pair): pair is readonly [string, string] => pair[1] !== undefined)),
    )
}

/** Who may call the operation. */
export function whoMay({ security }: ApiOperation, facts: ServerFacts): Record<string, string> {
  const ways = security.flatMap((way) => Object.keys(way))
  if (ways.includes('session')) return { ...facts.session, origin: facts.url }
  if (ways.includes('assistant')) return { authorization: `Bearer ${facts.assistantKey}` }
  return ways.includes('admin') ? { authorization: `Bearer ${facts.adminKey}` } : {}
}

/** Anybody, with real and with broken credentials. */
export const whoever = (facts: ServerFacts): fc.Arbitrary<Record<string, string>> =>
  fc.constantFrom<Record<string, string>>(
    {},
    { authorization: `Bearer ${facts.adminKey}` },
    { authorization: `Bearer ${facts.adminKey}` },
    { authorization: `Bearer ${facts.assistantKey}` },
    { ...facts.session, origin: facts.url },
    { ...facts.session, origin: facts.url },
    { cookie: facts.session.cookie ?? '' },
    { authorization: 'Bearer' },
    { authorization: `Bearer ${'a'.repeat(5_000)}` },
    { authorization: 'Basic Og==' },
    { cookie: 'docent_session=%; =; docent_session=' },
  )

const headerTexts = hostileTexts.map((text) => text.replace(/[^\x20-\x7e\x80-\xff]/g, '').slice(0, 2_000))

export const strangeHeaders: fc.Arbitrary<Record<string, string>> = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(
        'accept',
        'accept-language',
        'accept-encoding',
        'if-none-match',
        'if-modified-since',
        'range',
        'origin',
        'referer',
        'traceparent',
        'tracestate',
        'last-event-id',
        'idempotency-key',
        'user-agent',
        'forwarded',
        'x-forwarded-for',
        'x-forwarded-proto',
        'x-forwarded-host',
        'x-request-id',
        'cookie',
        'x-http-method-override',
        'mcp-session-id',
        'mcp-protocol-version',
        'x-hub-signature-256',
        'x-github-event',
        'x-csrf-token',
        'sec-fetch-site',
        'priority',
      ),
      headerTexts,
    )
    .map(([name, value]) => ({ [name]: value })),
  fc.constantFrom<Record<string, string>>(
    { 'content-encoding': 'gzip' },
    { 'content-encoding': 'br, gzip' },
    { range: 'bytes=0-,5-1' },
    { 'last-event-id': '-1' },
    { 'last-event-id': '99999999999999999999' },
    { accept: '*/*;q=NaN' },
    { accept: 'text/event-stream' },
    { host: '[::1' },
    { host: 'docs.acme.com:99999' },
    { expect: '100-continue' },
    { 'if-none-match': '*' },
  ),
)

export const otherMethods = fc.constantFrom(
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'PROPFIND',
  'QUERY',
)
export const otherTypes = fc.constantFrom(
  '',
  'text/plain',
  'application/json; charset=utf-16',
  'application/json; charset="',
  'multipart/form-data',
  '*/*',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  'APPLICATION/JSON',
  'application/problem+json',
)
