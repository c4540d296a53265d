import fc from 'fast-check'
import type { ApiOperation, Parameter } from '../../../../../packages/http/src/open-api/api-document.ts'
import { OPERATIONS, type PublishedOperation } from '../../open-api/published-document.ts'
import { hostileTexts, hostileValues } from '../hostile-values.ts'
import { bodyOf } from './generated-body.ts'
import { headersOf, otherMethods, otherTypes, strangeHeaders, whoever, whoMay } from './generated-headers.ts'
import { valuesOf } from './schema-values.ts'
import type { ServerFacts } from './server-messages.ts'

export interface GeneratedRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer | undefined
}

/** Names of what requests before this one made; they fill parameters. */
export type Names = ReadonlyMap<string, readonly string[]>

export type RequestKind = 'valid' | 'half-valid' | 'hostile'

/** What would end the session or key of all requests after it, or the project that they ask about. */
const ENDS_ALL = new Set(['signOut', 'signOutEverywhere'])

/** Requests to every operation of the document: a third of them each valid, half-valid and hostile. */
export function generatedRequests(facts: ServerFacts, names: Names): fc.Arbitrary<GeneratedRequest> {
  const operations = OPERATIONS.filter(({ operation }) => !ENDS_ALL.has(operation.operationId))
  const kinds = fc.constantFrom<RequestKind>('valid', 'half-valid', 'hostile')
  return fc
    .tuple(fc.constantFrom(...operations), kinds)
    .chain(([published, kind]) => requestTo(published, kind, facts, names))
}

function requestTo(
  { method, path, operation }: PublishedOperation,
  kind: RequestKind,
  facts: ServerFacts,
  names: Names,
): fc.Arbitrary<GeneratedRequest> {
  const strange = kind === 'hostile'
  return fc
    .record({
      path: pathTo(path, strange, names),
      query: queryOf(operation, kind),
      body: bodyOf(operation, kind),
      who: strange ? whoever(facts) : fc.constant(whoMay(operation, facts)),
      address: fc.ipV4(),
      named: headersOf(operation),
      more: strange ? fc.oneof(fc.constant({}), strangeHeaders) : fc.constant({}),
      method: strange
        ? fc.oneof({ weight: 9, arbitrary: fc.constant(method) }, otherMethods)
        : fc.constant(method),
      type: strange
        ? fc.oneof({ weight: 4, arbitrary: fc.constant('application/json') }, otherTypes)
        : fc.constant('application/json'),
    })
    .map(({ path, query, body, who, address, named, more, method, type }) => ({
      method,
      path: path + query,
      body: method === 'GET' || method === 'HEAD' ? undefined : body,
      headers: {
        'x-forwarded-for': address,
        accept: 'application/json, text/event-stream;q=0.9, */*;q=0.1',
        ...(body !== undefined && { 'content-type': type }),
        ...who,
        ...named,
        ...more,
      },
    }))
}

function pathTo(path: string, strange: boolean, names: Names): fc.Arbitrary<string> {
  const parts = path.split(/\{(\w+)\}/g).map((part, index) => {
    if (index % 2 === 0) return fc.constant(part)
    const found = names.get(part) ?? []
    const real = found.length > 0 ? fc.constantFrom(...found).map(encodeURIComponent) : fc.constant('none')
    if (!strange) return real
    const encoded = fc.oneof(hostileTexts, fc.string({ unit: 'binary', maxLength: 50 })).map(encodedText)
    const raw = fc.constantFrom(
      '%',
      '%zz',
      '%00',
      '%2e%2e%2f',
      '..',
      '.',
      '',
      '%ed%a0%80',
      '__proto__',
      'a'.repeat(9_000),
    )
    return fc.oneof({ weight: 2, arbitrary: real }, encoded, raw)
  })
  return fc.tuple(...parts).map((all) => all.join(''))
}

/** As long as a header may be. */
const encodedText = (text: string) => encodeURIComponent(text.slice(0, 1_000).toWellFormed())

function queryOf({ parameters }: ApiOperation, kind: RequestKind): fc.Arbitrary<string> {
  const inQuery = parameters.filter((each) => each.in === 'query')
  const one = ({ name, schema }: Parameter) =>
    (kind === 'valid' ? valuesOf(schema) : fc.oneof(valuesOf(schema), hostileValues)).map((value) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value)
      return `${encodeURIComponent(name)}=${encodedText(text)}`
    })
  const all = inQuery.map((each) =>
    fc.option(one(each), { nil: undefined, freq: each.required || kind !== 'valid' ? 3 : 1 }),
  )
  const joined = fc.tuple(...all).map((pairs) => pairs.filter((pair) => pair !== undefined))
  if (kind !== 'hostile') return joined.map((pairs) => (pairs.length === 0 ? '' : `?${pairs.join('&')}`))
  const odd = fc.constantFrom(
    '',
    '&&&',
    '&=',
    '&a[]=1&a[]=2',
    '&%=%',
    '&__proto__=1',
    '&organization=elsewhere',
    '#x',
    '?',
  )
  return fc
    .tuple(joined, odd, fc.boolean())
    .map(([pairs, more, twice]) => `?${[...pairs, ...(twice ? pairs : [])].join('&')}${more}`)
}
