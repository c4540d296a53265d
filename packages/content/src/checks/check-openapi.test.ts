import { describe, expect, test } from 'vitest'
import { checkOpenapi, isOpenapi, openapiReferences } from './check-openapi.ts'

const YAML = `openapi: 3.1.0
paths:
  /users/{id}:
    get:
      responses:
        '200':
          content:
            application/json:
              schema: { $ref: '#/components/schemas/User' }
              example: { $ref: 'data, not a reference' }
        '404':
          $ref: './shared.yaml#/components/responses/Missing'
components:
  schemas:
    User:
      type: object
      properties:
        $ref: { type: string }
        home: { $ref: '#/paths/~1users~1%7Bid%7D' }
`
const files: Record<string, string> = {
  'docs/shared.yaml': 'components:\n  responses:\n    Missing: { description: Gone }\n',
}
const site = { hasFile: (path: string) => path in files, readFile: (path: string) => files[path] }
const check = (source: string, file = 'docs/openapi.yaml') =>
  checkOpenapi(source, file, site).map(({ rule, line, message }) => `${line} ${rule} ${message}`)

describe('checkOpenapi', () => {
  test('finds nothing wrong with a sound description', () => {
    expect(check(YAML)).toEqual([])
    expect(openapiReferences(YAML, 'docs/openapi.yaml')).toEqual(['docs/shared.yaml'])
  })

  test('names references that lead nowhere, in this file and in others', () => {
    const broken = YAML.replace('schemas/User', 'schemas/Usr').replace('responses/Missing', 'responses/None')
    expect(check(broken)).toEqual([
      '9 openapi-reference "#/components/schemas/Usr" leads to /components/schemas/Usr, which this file does not have.',
      '12 openapi-reference "./shared.yaml#/components/responses/None" leads to /components/responses/None, which docs/shared.yaml does not have.',
    ])
    expect(check(YAML.replace('./shared.yaml', './gone.yaml'))).toEqual([
      '12 openapi-reference "./gone.yaml#/components/responses/Missing" leads to docs/gone.yaml, which does not exist.',
    ])
  })

  test.each([
    ['a: [', 'docs/a.yaml'],
    ['openapi: 3.0.0\nopenapi: 3.1.0\n', 'docs/a.yaml'],
    ['{ "openapi": "3.0.0", }', 'docs/a.json'],
  ])('reports what cannot be read: %j', (source, file) => {
    expect(check(source, file)[0]).toContain('openapi-invalid')
  })

  test('follows no merge keys and no addresses of other servers', () => {
    const source =
      'openapi: 3.0.0\nx: &x { A: 1 }\ncomponents: { <<: *x, c: { $ref: "#/components/A" }, d: { $ref: "https://a.b/c.yaml#/d" } }\n'
    expect(check(source)).toEqual([])
  })

  test('knows a description by its version', () => {
    expect(isOpenapi('a/openapi.yaml', YAML)).toBe(true)
    expect(isOpenapi('a/api.json', '{"swagger": "2.0"}')).toBe(true)
    expect(isOpenapi('docs.json', '{"openapi": "openapi.yaml"}')).toBe(false)
    expect(isOpenapi('a.mdx', YAML)).toBe(false)
  })
})

test('a key that its mapping has already is a problem where it stands', () => {
  const source = 'openapi: 3.1.0\npaths:\n  /a:\n    get: {}\n  /b: {}\n  /a: {}\n'
  const found = checkOpenapi(source, 'openapi.yaml', { hasFile: () => true })
  expect(found).toMatchObject([
    { line: 6, column: 3, rule: 'openapi-invalid', message: expect.stringContaining('keys must be unique') },
  ])
})
