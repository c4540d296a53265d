import { parsePage } from '@docent/content'
import { MemoryDocsSource, makeProject } from '@docent/testing'
import { describe, expect, test } from 'vitest'
import { OpenapiDocsSource } from './openapi-docs-source.ts'

const API = `openapi: 3.1.0
info: { title: Pet store, version: '1' }
paths:
  /pets:
    get: { summary: List all pets, tags: [Pet care], responses: {} }
    post: { summary: List all pets, tags: [Pet care], responses: {} }
  /pets/{petId}/photos:
    get: { operationId: listPhotos, tags: [Pet care], responses: {} }
    delete: { responses: {} }
  /secrets:
    x-mint: { groups: [staff] }
    get: { summary: 'Read v1.0 (secret)', x-mint: { groups: [owners] }, responses: {} }
  /own:
    get: { summary: Own, x-mint: { href: /somewhere/Else }, responses: {} }
  /hidden: { get: { summary: Hidden, x-hidden: true, responses: {} } }
  /excluded: { get: { summary: Excluded, x-excluded: true, responses: {} } }
webhooks:
  petAdopted: { post: { responses: {} } }
`

async function filesOf(tree: Record<string, string>) {
  const inner = new MemoryDocsSource(['memory:docs'])
  inner.publish(tree)
  const source = new OpenapiDocsSource(inner)
  const project = makeProject({ repository: 'memory:docs' })
  const snapshot = await source.list(project, { remote: async () => ({ url: 'memory:docs' }) })
  const files = (snapshot?.files ?? []).filter(({ path }) => /\.mdx?$/.test(path))
  const texts = await Promise.all(
    files.map(async (file) => [file.path, new TextDecoder().decode(await file.read())] as const),
  )
  return new Map(texts)
}

const site = (openapi: unknown, more: object = {}) =>
  JSON.stringify({ navigation: { groups: [{ group: 'API', openapi, ...more }] } })
const page = (files: ReadonlyMap<string, string>, path: string) =>
  parsePage(path, files.get(path) ?? '', {}).page

describe('operations of a description that a Mintlify site declares', () => {
  test('stand where the site shows them, without configuration', async () => {
    const files = await filesOf({ 'docs.json': site('api/pets.yaml'), 'api/pets.yaml': API })
    expect([...files.keys()]).toEqual([
      'api-reference/pet-care/list-all-pets.md',
      'api-reference/pet-care/list-all-pets-1.md',
      'api-reference/pet-care/get-pets-photos.md',
      'api-reference/delete-pets-photos.md',
      'api-reference/read-v10-secret.md',
      'somewhere/else.md',
      'api-reference/hidden.md',
      'api-reference/petadopted.md',
    ])
  })

  test('stand in the folder that it names, below the root of the site', async () => {
    const files = await filesOf({
      'docs/docs.json': site({ source: 'pets.yaml', directory: 'reference/v2' }),
      'docs/pets.yaml': API,
    })
    expect([...files.keys()].slice(0, 1)).toEqual(['docs/reference/v2/pet-care/list-all-pets.md'])
    expect(files.has('docs/somewhere/else.md')).toBe(true)
  })

  test('are those that it lists, when it lists some', async () => {
    const pages = ['intro', 'GET /pets/{petId}/photos']
    const files = await filesOf({
      'docs.json': site('pets.yaml', { pages }),
      'pets.yaml': API,
      'intro.mdx': '# Intro',
    })
    expect([...files.keys()]).toEqual(['intro.mdx', 'api-reference/pet-care/get-pets-photos.md'])
  })

  test('lend their text to pages that name them', async () => {
    const files = await filesOf({
      'docs.json': site('pets.yaml', { pages: ['pets'] }),
      'pets.yaml': API,
      'pets.mdx': '---\ntitle: Pets\nopenapi: get /pets\n---\n\nBy hand.\n',
    })
    expect([...files.keys()]).toEqual(['pets.mdx'])
    expect(files.get('pets.mdx')).toContain('GET /pets')
  })

  test('are for the groups that the description limits them to, and hidden when it hides them', async () => {
    const files = await filesOf({ 'docs.json': site('pets.yaml'), 'pets.yaml': API })
    expect(page(files, 'api-reference/read-v10-secret.md').groups).toEqual(['staff', 'owners'])
    expect(page(files, 'api-reference/hidden.md').hidden).toBe(true)
    expect(page(files, 'api-reference/pet-care/list-all-pets.md')).toMatchObject({
      groups: [],
      hidden: false,
    })
  })
})

test('a description that the site does not declare stands in the folder of the option', async () => {
  const files = await filesOf({ 'docs.json': site('other.yaml'), 'openapi.yaml': API })
  expect(files.has('api-reference/pet-care/list-all-pets.md')).toBe(true)
  expect(files.has('api-reference/operations/delete-petspetidphotos.md')).toBe(true)
})
