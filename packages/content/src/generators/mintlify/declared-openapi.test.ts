import { describe, expect, test } from 'vitest'
import { mintlifyOpenapi } from './declared-openapi.ts'

const declared = (config: object, root = '') => mintlifyOpenapi(config, root)
const whole = (source: string, directory = 'api-reference') => ({ source, directory })

describe('an element of the navigation with a description and nothing else', () => {
  test.each([
    ['a string', 'api/pets.yaml', [whole('api/pets.yaml')]],
    ['a string from the root', '/openapi.json', [whole('openapi.json')]],
    ['a list', ['a.json', 'b.yml'], [whole('a.json'), whole('b.yml')]],
    ['an object', { source: 'a.json', directory: '/reference/v2/' }, [whole('a.json', 'reference/v2')]],
    ['an object without a folder', { source: './a.json' }, [whole('a.json')]],
    ['an address elsewhere', 'https://api.example/openapi', [whole('https://api.example/openapi')]],
    ['nothing to read', 7, []],
  ])('shows all of %s', (_what, openapi, expected) => {
    expect(declared({ navigation: { tabs: [{ tab: 'API', openapi }] } })).toEqual(expected)
    expect(declared({ navigation: { groups: [{ group: 'API', openapi }] } })).toEqual(expected)
  })

  test('shows all of it in a folder of a larger repository', () => {
    expect(declared({ navigation: { groups: [{ group: 'A', openapi: 'a.json' }] } }, 'docs')).toEqual([
      whole('docs/a.json'),
    ])
  })
})

test('operations that are listed are the only ones, of the description that is nearest', () => {
  const navigation = {
    tabs: [
      {
        tab: 'API',
        openapi: { source: 'a.json', directory: 'reference' },
        groups: [
          { group: 'Pets', pages: ['intro', 'get /pets', 'POST /pets'] },
          { group: 'Other', openapi: 'b.json', pages: ['DELETE /b/{id}', '/c.yaml GET  /c'] },
        ],
      },
    ],
  }
  expect(declared({ navigation })).toEqual([
    { source: 'a.json', directory: 'reference', operations: ['GET /pets', 'POST /pets'] },
    { source: 'b.json', directory: 'api-reference', operations: ['DELETE /b/{id}'] },
    { source: 'c.yaml', directory: 'api-reference', operations: ['GET /c'] },
  ])
})

test('a description for all pages shows what is listed', () => {
  const navigation = { groups: [{ group: 'A', pages: ['GET /a'] }] }
  const expected = [{ ...whole('a.json'), operations: ['GET /a'] }]
  expect(declared({ api: { openapi: 'a.json' }, navigation })).toEqual(expected)
  expect(declared({ openapi: ['a.json'], navigation: navigation.groups })).toEqual(expected)
})

test('tabs and anchors of the older mint.json have descriptions of their own', () => {
  expect(
    declared({
      navigation: [{ group: 'A', pages: ['a'] }],
      tabs: [{ name: 'API', url: 'api', openapi: 'a.json' }],
    }),
  ).toEqual([whole('a.json')])
})

test.each([undefined, [], 'text'])('%j declares nothing', (config) => {
  expect(mintlifyOpenapi(config, '')).toEqual([])
})
