import { MemoryDocsSource, makeProject } from '@docent/testing'
import { describe, expect, test } from 'vitest'
import { OpenapiDocsSource } from './openapi-docs-source.ts'

async function shown(tree: Record<string, string>) {
  const inner = new MemoryDocsSource(['memory:docs'])
  inner.publish(tree)
  const project = makeProject({ repository: 'memory:docs' })
  const snapshot = await new OpenapiDocsSource(inner).list(project, {
    remote: async () => ({ url: 'memory:docs' }),
  })
  const pages = new Map<string, string>()
  for (const { path, read } of snapshot?.files ?? [])
    if (/\.mdx?$/.test(path)) pages.set(path, new TextDecoder().decode(await read()))
  const problems = (snapshot?.problems ?? []).map(({ path, message }) => `${path}: ${message}`)
  return { pages, text: [...pages.values()].join('\n'), problems }
}

const document = (parts: object, version = '3.1.0') =>
  JSON.stringify({ openapi: version, info: { title: 'Zoo', version: '1' }, ...parts })
const described = (parts: object, version?: string) => shown({ 'openapi.json': document(parts, version) })
/** The page of one operation that takes this schema. */
async function body(schema: object, more: object = {}, version?: string) {
  const requestBody = { content: { 'application/xml': { schema } } }
  const { text } = await described({ paths: { '/a': { post: { requestBody } } }, ...more }, version)
  return text.slice(text.indexOf('## Request body'))
}

describe('schemas', () => {
  test('show allowed values of items, and what is said of items', async () => {
    const status = {
      type: 'array',
      items: { type: 'string', enum: ['asleep', 'fed'], description: 'A state.' },
    }
    const { text } = await described({
      paths: { '/a': { get: { parameters: [{ name: 'status', in: 'query', schema: status }] } } },
    })
    expect(text).toContain('- `status` (array of string)\n  - Each item: A state. One of `asleep`, `fed`.')
    expect(await body({ type: 'object', properties: { all: { type: 'array', items: status } } })).toContain(
      'One of `asleep`, `fed`.',
    )
  })

  test('show what is said of each choice, and which values it has', async () => {
    const color = {
      oneOf: [
        { const: 'red', description: 'Very red.' },
        { const: 'blue', title: 'Sky' },
        { type: 'integer', minimum: 3 },
        { $ref: '#/components/schemas/Tone' },
      ],
    }
    const Tone = { type: 'string', enum: ['dark', 'light'], description: 'How bright.' }
    const text = await body({ type: 'object', properties: { color } }, { components: { schemas: { Tone } } })
    expect(text).toContain('  - Either `red`: Very red.\n  - or `blue` Sky\n')
    expect(text).toContain('  - or integer: At least `3`.')
    expect(text).toContain('  - or Tone: How bright. One of `dark`, `light`.')
  })

  test('read through wrappers around one schema', async () => {
    const Kind = { type: 'string', enum: ['owl', 'elk'] }
    const text = await body(
      {
        properties: {
          maybe: { anyOf: [{ type: 'string', description: 'A name.' }, { type: 'null' }] },
          kind: { allOf: [{ $ref: '#/components/schemas/Kind' }, { description: 'Which animal.' }] },
          old: { nullable: true, allOf: [{ $ref: '#/components/schemas/Kind' }] },
        },
      },
      { components: { schemas: { Kind } } },
    )
    expect(text).toContain('- `maybe` (string or null): A name.')
    expect(text).toContain('- `kind` (string): Which animal. One of `owl`, `elk`.')
    expect(text).toContain('- `old` (string or null): One of `owl`, `elk`.')
  })

  test.each([
    [{ enum: ['a1', 'b2'], 'x-enumDescriptions': { a1: 'First.' } }, ['- `a1`: First.', '- `b2`']],
    [
      { enum: ['a1', 'b2'], 'x-enum-descriptions': ['First.', 'Second.'] },
      ['- `a1`: First.', '- `b2`: Second.'],
    ],
    [{ enum: [1, 2], 'x-enum-varnames': ['ONE', 'TWO'] }, ['- `1`: ONE', '- `2`: TWO']],
    [
      { enum: ['a1'], 'x-ms-enum': { values: [{ value: 'a1', name: 'First', description: 'It is.' }] } },
      ['- `a1`: First: It is.'],
    ],
    [{ type: 'string', 'x-extensible-enum': ['a1', 'b2'] }, ['One of `a1`, `b2`.']],
  ])('show values with their texts: %j', async (schema, lines) => {
    const text = await body({ properties: { field: schema } })
    for (const line of lines) expect(text).toContain(line)
  })

  test('show limits of all versions', async () => {
    const newer = await body({
      properties: { a: { type: 'integer', exclusiveMinimum: 7, exclusiveMaximum: 9 } },
    })
    expect(newer).toContain('More than `7`. Less than `9`.')
    const older = await body(
      { properties: { a: { type: 'integer', minimum: 7, exclusiveMinimum: true, multipleOf: 2 } } },
      {},
      '3.0.3',
    )
    expect(older).toContain('More than `7`. A multiple of `2`.')
  })

  test('show every place where values can be', async () => {
    const schema = (value: string) => ({ type: 'object', properties: { [`in-${value}`]: { enum: [value] } } })
    const text = await body({
      type: 'object',
      patternProperties: { '^x-': { enum: ['patterned'] } },
      additionalProperties: { enum: ['additional'] },
      propertyNames: { enum: ['keyed'] },
      properties: { tuple: { prefixItems: [{ enum: ['prefixed'] }], contains: { enum: ['contained'] } } },
      not: schema('negated'),
      if: schema('condition'),
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: schema('consequence'),
      else: schema('alternative'),
      dependentSchemas: { a: schema('dependent') },
    })
    const values = ['patterned', 'additional', 'keyed', 'prefixed', 'contained', 'negated', 'condition']
    for (const value of [...values, 'consequence', 'alternative', 'dependent'])
      expect(text, value).toContain(`\`${value}\``)
  })

  test('show the kinds that a discriminator maps to', async () => {
    const Animal = {
      type: 'object',
      discriminator: { propertyName: 'kind', mapping: { cat: '#/components/schemas/Cat', dog: 'Dog' } },
      properties: { kind: { type: 'string' } },
    }
    const kind = (value: string) => ({
      allOf: [
        { $ref: '#/components/schemas/Animal' },
        { type: 'object', properties: { sound: { enum: [value] } } },
      ],
    })
    const schemas = { Animal, Cat: kind('meow'), Dog: kind('woof') }
    const text = await body({ $ref: '#/components/schemas/Animal' }, { components: { schemas } })
    expect(text).toContain('- `kind` tells which of these it is:\n- `cat` is Cat:\n  - The same as Animal.\n')
    expect(text).toContain('One of `woof`.')
  })

  test('stand once on a page, and on a page of their own where they are large', async () => {
    const fields = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, { type: 'string' }]))
    const Deep = { type: 'object', properties: { ...fields(200), last: { enum: ['deepest'] } } }
    const large = {
      ...fields(200),
      last: { enum: ['farthest'] },
      deep: { $ref: '#/components/schemas/Deep' },
    }
    const Large = { type: 'object', properties: large, 'x-of': { $ref: '#/components/schemas/Extended' } }
    const Extended = { enum: ['extended'] }
    const Small = { type: 'object', properties: fields(2) }
    const Unused = { type: 'string', enum: ['lonely'] }
    const properties = {
      one: { $ref: '#/components/schemas/Small' },
      two: { $ref: '#/components/schemas/Small' },
      much: { $ref: '#/components/schemas/Large' },
    }
    const operation = { requestBody: { content: { 'a/b': { schema: { type: 'object', properties } } } } }
    const { pages } = await described({
      paths: { '/a': { post: operation } },
      components: { schemas: { Deep, Extended, Large, Small, Unused } },
    })
    const text = pages.get('api-reference/operations/post-a.md') ?? ''
    expect(text.split('- `f1` (string)')).toHaveLength(2)
    expect(text).toContain('The same as Small.')
    expect(text).toContain('- `much` (Large)\n  - See [Large](../schemas/large.md).')
    expect(pages.get('api-reference/schemas/large.md')).toContain('One of `farthest`.')
    expect(pages.get('api-reference/schemas/large.md')).toContain('See [Deep](./deep.md).')
    expect(pages.get('api-reference/schemas/deep.md')).toContain('One of `deepest`.')
    expect(pages.get('api-reference/schemas/extended.md')).toContain('One of `extended`.')
    expect(pages.get('api-reference/schemas/unused.md')).toContain('One of `lonely`.')
    expect(pages.has('api-reference/schemas/small.md')).toBe(false)
  })
})

describe('operations', () => {
  test('show each media type that differs, all examples, headers, links, and samples', async () => {
    const json = { type: 'object', properties: { url: { type: 'string' } } }
    const form = { type: 'object', properties: { photo: { type: 'string', format: 'binary' } } }
    const { text } = await described({
      paths: {
        '/up': {
          post: {
            requestBody: {
              content: {
                'application/json': { schema: json },
                'text/json': { schema: json },
                'multipart/form-data': { schema: form, encoding: { photo: { contentType: 'image/png' } } },
              },
            },
            responses: {
              200: {
                description: 'Done.',
                headers: { 'X-Left': { schema: { type: 'integer' }, description: 'Calls left.' } },
                content: {
                  'application/json': {
                    examples: {
                      a: { summary: 'One', value: { a: 1 } },
                      b: { value: { b: 'second' } },
                      c: { externalValue: 'https://zoo.example/c.json' },
                    },
                  },
                },
                links: { next: { operationId: 'listUp', description: 'What came of it.' } },
              },
            },
            'x-codeSamples': [{ lang: 'Shell', source: 'curl zoo.example' }],
          },
        },
      },
    })
    expect(text).toContain('`application/json`, `text/json`: object')
    expect(text).toContain('`multipart/form-data`: object')
    expect(text).toContain('- `photo` (string (binary))')
    expect(text).toContain('- `photo` is sent as `image/png`.')
    expect(text).toContain('- `X-Left` (integer): Calls left.')
    expect(text).toContain('Example `a`: One')
    expect(text).toContain('"b": "second"')
    expect(text).toContain('See https://zoo.example/c.json.')
    expect(text).toContain('- Link `next` to `listUp`: What came of it.')
    expect(text).toContain('```shell\ncurl zoo.example\n```')
  })

  test('show callbacks, webhooks of all versions, and who may call', async () => {
    const { text } = await described({
      security: [{ oauth: ['animals:read'], key: [] }, {}],
      paths: {
        '/up': {
          post: {
            servers: [
              { url: 'https://{at}.zoo.example', variables: { at: { default: 'eu', enum: ['eu', 'us'] } } },
            ],
            callbacks: {
              onDone: {
                '{$request.body#/url}': {
                  post: {
                    summary: 'It is done',
                    requestBody: { content: { 'a/b': { schema: { properties: { seal: {} } } } } },
                  },
                },
              },
            },
          },
        },
        '/open': { summary: 'Doors', description: 'Of all gates.', get: { security: [] } },
      },
      'x-webhooks': { born: { post: { summary: 'Somebody is born' } } },
      components: {
        securitySchemes: {
          oauth: {
            type: 'oauth2',
            flows: {
              clientCredentials: {
                tokenUrl: 'https://zoo.example/token',
                scopes: { 'animals:read': 'Look.' },
              },
            },
          },
          key: { type: 'apiKey', in: 'header', name: 'X-Key' },
        },
      },
    })
    expect(text).toContain(
      '- `oauth` (oauth2) with the scopes `animals:read` (Look.) and `key` (apiKey header X-Key)\n- Nothing.',
    )
    expect(text).toContain('### onDone\n\n`POST {$request.body#/url}`\n\nIt is done')
    expect(text).toContain('- `seal` (any)')
    expect(text).toContain('`GET /open`\n\nDoors\n\nOf all gates.')
    expect(text).toContain('Version `1`.\n\n## Authorization')
    expect(text).toContain('`WEBHOOK born`')
    expect(text).toContain('- `https://{at}.zoo.example`\n  - `at`: One of `eu`, `us`. Default: `eu`.')
    expect(text).toContain('  - `clientCredentials`: https://zoo.example/token\n    - `animals:read`: Look.')
  })

  test('of OpenAPI 3.2 are read: other methods, query strings, streams', async () => {
    const { pages, text, problems } = await described(
      {
        paths: {
          '/animals': {
            query: {
              summary: 'Look for animals',
              parameters: [
                { name: 'q', in: 'querystring', content: { 'a/b': { schema: { enum: ['wild'] } } } },
              ],
              responses: {
                200: {
                  summary: 'Matches',
                  content: { 'text/event-stream': { itemSchema: { enum: ['event'] } } },
                },
              },
            },
            additionalOperations: { COPY: { summary: 'Copy animals' } },
          },
        },
      },
      '3.2.0',
    )
    expect([...pages.keys()]).toEqual([
      'api-reference/operations/look-for-animals.md',
      'api-reference/operations/copy-animals.md',
    ])
    expect(text).toContain('`QUERY /animals`')
    expect(text).toContain('`COPY /animals`')
    expect(text).toContain('## Query string\n\n- `q` (string): One of `wild`.')
    expect(text).toContain('`text/event-stream`: stream of string. One of `event`.')
    expect(problems).toEqual([])
  })

  test('of Swagger 2 are read as those of OpenAPI 3', async () => {
    const { text, problems } = await shown({
      'swagger.json': JSON.stringify({
        swagger: '2.0',
        info: { title: 'Zoo', version: '1' },
        host: 'zoo.example',
        basePath: '/v1',
        schemes: ['https'],
        consumes: ['application/json'],
        securityDefinitions: {
          oauth: {
            type: 'oauth2',
            flow: 'implicit',
            authorizationUrl: 'https://zoo.example/in',
            scopes: { feed: 'May feed.' },
          },
        },
        paths: {
          '/animals': {
            get: {
              security: [{ oauth: ['feed'] }],
              parameters: [
                { name: 'kind', in: 'query', type: 'array', items: { type: 'string', enum: ['owl'] } },
              ],
              responses: {
                200: {
                  description: 'All.',
                  schema: { $ref: '#/definitions/Animal' },
                  headers: { 'X-Left': { type: 'integer' } },
                },
              },
            },
            post: {
              parameters: [
                { name: 'animal', in: 'body', required: true, schema: { $ref: '#/definitions/Animal' } },
              ],
            },
            put: {
              consumes: ['multipart/form-data'],
              parameters: [{ name: 'photo', in: 'formData', type: 'file', required: true }],
            },
          },
        },
        definitions: { Animal: { type: 'object', properties: { mood: { type: 'string', enum: ['calm'] } } } },
      }),
    })
    expect(text).toContain('- `https://zoo.example/v1`')
    expect(text).toContain('- `kind` (array of string)\n  - Each item: One of `owl`.')
    expect(text).toContain('`application/json`: Animal\n\n- `mood` (string): One of `calm`.')
    expect(text).toContain('- `X-Left` (integer)')
    expect(text).toContain('`multipart/form-data`: object\n\n- `photo` (string (binary), required)')
    expect(text).toContain('- `oauth` (oauth2) with the scopes `feed` (May feed.)')
    expect(problems).toEqual([])
  })

  test('keep what is internal to themselves', async () => {
    const secret = { 'x-internal': true, type: 'string', description: 'lynx', enum: ['lynx'] }
    const schemas = {
      Secret: { ...secret },
      OnlyInside: { type: 'object', properties: { deep: { enum: ['lynx'] } } },
      Inside: { 'x-internal': true, type: 'object', properties: { lynx: { enum: ['lynx'] } } },
      'Mapped«lynx»': { type: 'object', properties: { lynx: {} } },
      ByName: { type: 'object', properties: { lynx: {} } },
      InsideKinds: {
        oneOf: [{ $ref: '#/components/schemas/Mapped%C2%ABlynx%C2%BB' }],
        discriminator: { propertyName: 'kind', mapping: { lynx: 'ByName' } },
      },
      Open: {
        allOf: [{ $ref: '#/components/schemas/Inside' }],
        type: 'object',
        not: { $ref: '#/components/schemas/Inside' },
        additionalProperties: { type: 'array', items: secret },
        properties: { lynx: secret, other: { $ref: '#/components/schemas/Secret' }, fine: {} },
      },
    }
    const response = (name: string) => ({
      content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
    })
    const { text } = await described({
      tags: [
        { name: 'Inside', description: 'lynx' },
        { name: 'Open', description: 'gazelle' },
        { name: 'Bus', description: 'lynx' },
      ],
      webhooks: { lynx: { post: { 'x-internal': true, tags: ['Bus'] } } },
      paths: {
        '/in': {
          get: {
            'x-internal': true,
            tags: ['Inside'],
            summary: 'lynx',
            responses: { 200: response('OnlyInside'), 201: response('InsideKinds') },
          },
        },
        '/lynx': { 'x-internal': true, get: { summary: 'lynx' } },
        '/open': {
          get: {
            tags: ['Open'],
            summary: 'Open',
            parameters: [{ name: 'lynx', in: 'query', 'x-internal': true }],
            responses: {
              200: response('Open'),
              201: response('Inside'),
              202: response('Secret'),
              418: { 'x-internal': true, description: 'lynx' },
            },
          },
        },
      },
      components: { schemas },
    })
    expect(text).not.toContain('lynx')
    expect(text).toContain('gazelle')
    expect(text).toContain('- `fine` (any)')
  })

  test('an operation and a schema of one name have a page each', async () => {
    const { pages } = await described({
      paths: { '/order': { post: { tags: ['Schemas'], summary: 'Order' } } },
      components: { schemas: { Order: { type: 'object', properties: { kind: {} } } } },
    })
    const texts = [...pages.values()]
    expect(texts.filter((text) => text.includes('`kind`'))).toHaveLength(1)
    expect(texts.filter((text) => text.includes('/order'))).toHaveLength(1)
  })

  test('limited to groups share no page of a schema', async () => {
    const properties = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`f${at}`, {}]))
    const { pages } = await described({
      paths: {
        '/staff': {
          'x-mint': { groups: ['staff'] },
          get: {
            responses: {
              200: {
                content: { 'a/b': { schema: { properties: { all: { $ref: '#/components/schemas/All' } } } } },
              },
            },
          },
        },
      },
      components: { schemas: { All: { type: 'object', properties } } },
    })
    expect([...pages.keys()]).toEqual(['api-reference/operations/get-staff.md'])
    expect(pages.get('api-reference/operations/get-staff.md')).toContain('`f199`')
  })
})

describe('files', () => {
  test('of one description may lie anywhere, also texts, anchors, and names in percent', async () => {
    const { text, problems } = await shown({
      'zoo.yaml': `openapi: 3.1.0
info: { title: Zoo, version: '1', description: { $ref: 'texts/about.yml#/zoo' } }
paths: { /a: { $ref: 'parts/a%20path.yaml' } }
`,
      'texts/about.yml': 'zoo: All about giraffes.\n',
      'parts/a path.yaml': `get:
  parameters: [{ $ref: '../shared/parameters.json#/kind' }]
  responses: { '200': { description: ok, content: { a/b: { schema: { $ref: '#named' } } } } }
named: { $anchor: named, properties: { found: {} } }
x-parts: { named: { $anchor: other } }
`,
      'shared/parameters.json': '{"kind":{"name":"kind","in":"query","schema":{"enum":["owl"]}}}',
    })
    expect(text).toContain('All about giraffes.')
    expect(text).toContain('- `kind` (string): One of `owl`.')
    expect(text).toContain('- `found` (any)')
    expect(problems).toEqual([
      'parts/a path.yaml: #/paths/~1a has "named", which is no method, so it is left out.',
    ])
  })

  test('may have an anchor at their root, tildes in their names, and letters beyond ASCII', async () => {
    const { text, problems } = await shown({
      'zoo.yaml': `openapi: 3.1.0
info: { title: Zoo }
paths:
  /a: { get: { responses: { '200': { $ref: 'a~1b.yaml' } } } }
components: { schemas: { 'é{id}': { properties: { lynx: {} } } } }
`,
      'a~1b.yaml': `description: ok
content:
  a/b: { schema: { $ref: 'tree.json' } }
  c/d: { schema: { $ref: 'zoo.yaml#/components/schemas/é%7Bid%7D' } }
`,
      'tree.json':
        '{"$dynamicAnchor":"node","properties":{"leaf":{"type":"string"},"below":{"type":"array","items":{"$dynamicRef":"#node"}}}}',
    })
    expect(problems).toEqual([])
    expect(text).toContain('- `below` (array of tree)')
    expect(text).toContain('- `leaf` (string)')
    expect(text).toContain('- `lynx` (any)')
  })

  test('that cannot be used are named, with the place', async () => {
    const { problems } = await shown({
      'a-openapi.json': '{"openapi": "3.1.0",\n"paths": {,}}',
      'b-openapi.yaml': 'openapi: 4.0.0\npaths: {}\n',
      'c-openapi.yaml': `openapi: 3.1.0
info: { title: C }
paths:
  /a: 7
  /b: { get: [], gett: {}, post: { parameters: [{ in: query }], responses: { '200': text } } }
  /c: { get: { requestBody: { $ref: 'https://elsewhere.example/body.yaml' } } }
  /d: { $ref: 'broken.yaml' }
`,
      'broken.yaml': 'get: [a: {',
    })
    expect(problems).toEqual([
      expect.stringMatching(/^a-openapi\.json: The API description could not be read: .*line 2/),
      'b-openapi.yaml: The API description could not be read: It is OpenAPI 4.0.0, and Docent reads OpenAPI 3 and Swagger 2',
      expect.stringMatching(/^broken\.yaml: The file could not be read: /),
      'c-openapi.yaml: Docent expects an object at #/paths/~1a, and leaves out what is there.',
      'c-openapi.yaml: #/paths/~1b has "gett", which is no method, so it is left out.',
      'c-openapi.yaml: Docent expects an object at #/paths/~1b/get, and leaves out what is there.',
      'c-openapi.yaml: A parameter of #/paths/~1b/post has no name, so it is left out.',
      'c-openapi.yaml: Docent expects an object at #/paths/~1b/post/responses/200, and leaves out what is there.',
      'c-openapi.yaml: "https://elsewhere.example/body.yaml" (line 6) leads to another server, which Docent does not ask, so what it describes is missing.',
      'c-openapi.yaml: "broken.yaml" (line 7) leads nowhere, so what it describes is missing.',
    ])
  })

  test('written by hand can be the page of a schema', async () => {
    const { pages } = await shown({
      'openapi.json': document({
        paths: { '/a': {} },
        components: { schemas: { Owl: { type: 'object', properties: { eyes: { enum: ['round'] } } } } },
      }),
      'owl.mdx': '---\ntitle: Owl\nopenapi-schema: Owl\n---\n\nBy hand.\n',
    })
    expect([...pages.keys()]).toEqual(['owl.mdx'])
    expect(pages.get('owl.mdx')).toContain('By hand.\n\nType: object.\n\n- `eyes` (string): One of `round`.')
  })
})
