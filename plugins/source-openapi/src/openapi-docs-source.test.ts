import { parsePage } from '@docent/content'
import { MemoryDocsSource, makeProject } from '@docent/testing'
import { expect, test } from 'vitest'
import { OpenapiDocsSource } from './openapi-docs-source.ts'
import type { OpenapiOptions } from './options.ts'

const PETS = `openapi: 3.1.0
info: { title: Pet store, version: '1' }
security: [{ key: [] }]
components:
  securitySchemes:
    key: { type: http, scheme: bearer, description: A token. }
  parameters:
    Limit: { name: limit, in: query, description: Most pets., schema: { type: integer, default: 20, maximum: 100 } }
  schemas:
    Pet:
      type: object
      required: [name]
      properties:
        name: { type: string, description: What it is called., minLength: 1 }
        kind: { enum: [cat, dog] }
        born: { type: [string, 'null'], format: date }
        parent: { $ref: '#/components/schemas/Pet' }
        owners: { type: array, items: { $ref: './people.yaml#/Person' } }
paths:
  /pets:
    parameters: [{ $ref: '#/components/parameters/Limit' }]
    get:
      summary: List pets
      description: Every pet, the newest first.
      tags: [Pets]
      responses:
        '200':
          description: The pets.
          content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Pet' } } } }
    post:
      summary: Adopt a pet
      tags: [Pets]
      deprecated: true
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: '#/components/schemas/Pet' }, example: { name: Mia } } }
      responses: { '201': { description: Adopted. } }
  /pets/{id}:
    delete:
      operationId: deletePet
      parameters: [{ name: id, in: path, required: true, schema: { type: string, format: uuid } }]
      responses: { '204': { description: Gone. } }
webhooks:
  petAdopted: { post: { summary: A pet was adopted, responses: {} } }
`
const PEOPLE = `Person:
  allOf:
    - { $ref: '#/Named' }
    - { properties: { friend: { $ref: '#/Person' } } }
Named: { type: object, properties: { name: { type: string, example: Ada } } }
`

async function filesOf(tree: Record<string, string>, options: OpenapiOptions = {}) {
  const inner = new MemoryDocsSource(['memory:docs'])
  inner.publish(tree)
  const source = new OpenapiDocsSource(inner, options)
  const project = makeProject({ repository: 'memory:docs' })
  const snapshot = await source.list(project, { remote: async () => ({ url: 'memory:docs' }) })
  const files = new Map<string, string>()
  const hashes = new Map<string, string>()
  for (const file of snapshot?.files ?? []) {
    files.set(file.path, new TextDecoder().decode(await file.read()))
    hashes.set(file.path, file.hash)
  }
  return { files, hashes, problems: snapshot?.problems ?? [] }
}

const PET_STORE = { 'api/openapi.yaml': PETS, 'api/people.yaml': PEOPLE }

test('makes a page for each operation and webhook, in folders by tag, and one for the whole', async () => {
  const { files } = await filesOf(PET_STORE)
  expect([...files.keys()].filter((path) => path.endsWith('.md'))).toEqual([
    'api-reference/overview.md',
    'api-reference/pets/list-pets.md',
    'api-reference/pets/adopt-a-pet.md',
    'api-reference/operations/deletepet.md',
    'api-reference/operations/a-pet-was-adopted.md',
  ])
})

test('tells parameters, fields, values, limits and answers in readable Markdown', async () => {
  const { files } = await filesOf(PET_STORE)
  const text = files.get('api-reference/pets/list-pets.md') ?? ''
  expect(text).toContain('title: List pets')
  expect(text).toContain('openapi: GET /pets')
  expect(text).toContain('Every pet, the newest first.')
  expect(text).toContain('- `key` (http bearer): A token.')
  expect(text).toContain('- `limit` (integer): Most pets. Default: `20`. At most `100`.')
  expect(text).toContain('`application/json`: array of Pet')
  expect(text).toContain('- `name` (string, required): What it is called. Shortest length `1`.')
  expect(text).toContain('One of `cat`, `dog`.')
  expect(text).toContain('- `born` (string or null (date))')
  const { page, passages, problems } = parsePage('api-reference/pets/list-pets.md', text)
  expect(page).toMatchObject({ title: 'List pets', tags: ['Pets'], path: '/api-reference/pets/list-pets' })
  expect(passages.map(({ headings }) => headings.at(-1))).toContain('Authorization')
  expect(problems).toEqual([])
})

test('ends references in circles, also those through other files', async () => {
  const { files } = await filesOf(PET_STORE)
  const text = files.get('api-reference/pets/list-pets.md') ?? ''
  expect(text).toContain('The same as Pet.')
  expect(text).toContain('The same as Person.')
  expect(text).toContain('"name": "Ada"')
  const loop = `openapi: 3.0.0\npaths: { /a: { get: { responses: { '200': { content: { application/json: { schema: { $ref: '#/x' } } } } } } } }\nx: { $ref: '#/y' }\ny: { $ref: '#/x' }`
  expect((await filesOf({ 'openapi.yaml': loop })).files.has('api-reference/operations/get-a.md')).toBe(true)
})

test('takes the example of the author, and says what is deprecated', async () => {
  const text = (await filesOf(PET_STORE)).files.get('api-reference/pets/adopt-a-pet.md') ?? ''
  expect(text).toContain('"name": "Mia"')
  expect(text).toContain('**Deprecated.**')
  expect(text).toContain('Required.')
})

test('puts an operation into the page that names it, and makes no other', async () => {
  const page = '---\ntitle: Remove\nopenapi: "api/openapi.yaml DELETE /pets/{id}"\n---\n\nBy hand.\n'
  const { files } = await filesOf({ ...PET_STORE, 'reference/remove.mdx': page })
  const text = files.get('reference/remove.mdx') ?? ''
  expect(text).toContain('By hand.\n\n`DELETE /pets/{id}`')
  expect(text).toContain('- `id` (string (uuid), required)')
  expect(parsePage('reference/remove.mdx', text).problems).toEqual([])
  expect([...files.keys()].some((path) => path.includes('deletepet'))).toBe(false)
})

test('changes only the hashes of pages whose text changes', async () => {
  const before = await filesOf(PET_STORE)
  const after = await filesOf({ ...PET_STORE, 'api/openapi.yaml': PETS.replace('Gone.', 'It is gone.') })
  const changed = [...after.hashes]
    .filter(([path, hash]) => before.hashes.get(path) !== hash)
    .map(([path]) => path)
  expect(changed).toEqual(['api/openapi.yaml', 'api-reference/operations/deletepet.md'])
})

test('keeps several descriptions apart, stands below the site, and follows the option', async () => {
  const other = `{"openapi": "3.0.3", "info": {"title": "Shop"}, "paths": {"/x": {"get": {"summary": "X"}}}}`
  const { files } = await filesOf(
    { ...PET_STORE, 'shop.json': other, 'mkdocs.yml': 'site_name: x', 'docs/index.md': '# Home' },
    { folder: 'rest' },
  )
  expect(files.has('docs/rest/shop/operations/x.md')).toBe(true)
  expect(files.has('docs/rest/pet-store/pets/list-pets.md')).toBe(true)
})

test('leaves other data alone, and tells which description cannot be read', async () => {
  const { files, problems } = await filesOf({
    'data.json': '{"a": 1}',
    'broken.yaml': 'openapi: 3.0.0\npaths: [a: {',
    'index.md': '# Home',
  })
  expect([...files.keys()]).toEqual(['data.json', 'broken.yaml', 'index.md'])
  expect(problems).toMatchObject([{ kind: 'openapi', path: 'broken.yaml', severity: 'error' }])
})

test('survives descriptions that hold other things than they should', async () => {
  const odd = `openapi: 3.1.0
paths:
  /a: null
  /b: { get: 3, post: { parameters: 5, responses: [], tags: 'x', requestBody: { $ref: '#/nowhere' } } }
  /c: { put: { parameters: [null, { in: query }], responses: { default: null, 200: { content: { a/b: 7 } } } } }
`
  const { files } = await filesOf({ 'openapi.yaml': odd })
  expect([...files.keys()].filter((path) => path.endsWith('.md'))).toHaveLength(3)
})

test('stays small and quick when every schema refers to every other', async () => {
  const names = Array.from({ length: 40 }, (_, at) => `S${at}`)
  const properties = Object.fromEntries(names.map((name) => [name, { $ref: `#/components/schemas/${name}` }]))
  const schemas = Object.fromEntries(names.map((name) => [name, { type: 'object', properties }]))
  const schema = { $ref: '#/components/schemas/S0' }
  const paths = { '/a': { get: { responses: { 200: { content: { 'application/json': { schema } } } } } } }
  const { files } = await filesOf({
    'openapi.json': JSON.stringify({ openapi: '3.1.0', paths, components: { schemas } }),
  })
  expect(files.get('api-reference/operations/get-a.md')?.length).toBeLessThan(50_000)
})

test('hands on what else the other source has: the instructions for the assistant', async () => {
  class Instructed extends MemoryDocsSource {
    protected override snapshot(revision: number) {
      return { ...super.snapshot(revision), assistantInstructions: async () => 'Be brief.' }
    }
  }
  const source = new OpenapiDocsSource(new Instructed(['memory:docs']))
  const project = makeProject({ repository: 'memory:docs' })
  const snapshot = await source.list(project, { remote: async () => ({ url: 'memory:docs' }) })
  expect(await snapshot?.assistantInstructions?.()).toBe('Be brief.')
})

test('names references that lead nowhere, with the file that they stand in', async () => {
  const { problems } = await filesOf({
    'api.yaml': `openapi: 3.1.0
info: { title: Pets }
paths:
  /pets: { get: { summary: List, responses: { '200': { $ref: 'parts.yaml#/Answer' } } } }
  /gone: { $ref: 'gone.yaml' }
`,
    'parts.yaml': `Answer: { description: Pets, content: { application/json: { schema: { $ref: '#/Nowhere' } } } }`,
  })
  expect(
    problems.map(({ kind, path, message, severity }) => [kind, path, severity, message.slice(0, 27)]),
  ).toEqual([
    ['openapi', 'api.yaml', 'warning', '"gone.yaml" (line 5) leads '],
    ['openapi', 'parts.yaml', 'warning', '"#/Nowhere" (line 1) leads '],
  ])
})

test('keeps descriptions of one title apart by their versions or files, and takes the same one once', async () => {
  const api = (title: string, version: string, summary = 'List') => `openapi: 3.1.0
info: { title: ${title}, version: '${version}' }
paths: { /pets: { get: { summary: ${summary}, responses: {} } } }
`
  const { files, problems } = await filesOf({
    'a.yaml': api('Pets', '1'),
    'a.json':
      '{"openapi":"3.1.0","info":{"title":"Pets","version":"1"},"paths":{"/pets":{"get":{"summary":"List"}}}}',
    'b.yaml': api('Pets', '2'),
    'c.yaml': api('People', '1', 'Ask'),
    'd.yaml': api('People', '1', 'Call'),
    'e.yaml': api('Plants', '1'),
  })
  expect([...files.keys()].filter((path) => path.endsWith('.md'))).toEqual([
    'api-reference/pets-1/operations/list.md',
    'api-reference/pets-2/operations/list.md',
    'api-reference/c-yaml/operations/ask.md',
    'api-reference/d-yaml/operations/call.md',
    'api-reference/plants/operations/list.md',
  ])
  expect(problems).toEqual([])
})

test('gives an operation another address where a page by hand has its own', async () => {
  const { files } = await filesOf({ ...PET_STORE, 'api-reference/pets/list-pets.mdx': '# By hand' })
  expect(files.get('api-reference/pets/list-pets.mdx')).toBe('# By hand')
  expect(files.get('api-reference/pets/list-pets-1.md')).toContain('GET /pets')
})
