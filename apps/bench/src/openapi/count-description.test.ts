import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { countDescription } from './count-description.ts'

test('counts what a description publishes, in all of its files, and nothing that is internal or an example', () => {
  const folder = mkdtempSync(join(tmpdir(), 'docent-count-'))
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  write(
    'api/zoo.yaml',
    `openapi: 3.0.3
paths:
  /a:
    get: { summary: List owls, parameters: [{ name: kind, schema: { enum: [owl, 7] } }] }
    post: { x-internal: true, requestBody: { content: { a/b: { schema: { enum: [secret] } } } } }
  /b: { $ref: '../parts/b.json' }
  /c: { x-internal: true, get: {} }
x-webhooks: { born: { post: { requestBody: { content: { a/b: { schema: { enum: [born] } } } } } } }
`,
  )
  write(
    'parts/b.json',
    '{"put": {"operationId": "Put b", "example": {"enum": ["example"]}, "x": {"$ref": "c.json#/used"}}, "x": {"properties": {"enum": {"enum": ["value"]}}}}',
  )
  write(
    'parts/c.json',
    '{"used": {"properties": {"state": {"enum": ["on"]}}}, "unused": {"enum": ["nobody"]}}',
  )
  const { files, operations, values } = countDescription(join(folder, 'api/zoo.yaml'))
  rmSync(folder, { recursive: true })
  expect(files.map((file) => relative(folder, file))).toEqual([
    'api/zoo.yaml',
    'parts/b.json',
    'parts/c.json',
  ])
  expect(operations).toEqual(['GET /a', 'PUT /b', 'WEBHOOK born'])
  expect([...values]).toEqual([
    ['owl', { field: 'kind', of: 'List owls' }],
    ['7', { field: 'kind', of: 'List owls' }],
    ['born', { field: 'born', of: 'born' }],
    ['value', { field: 'enum', of: 'enum' }],
    ['on', { field: 'state', of: 'Put b' }],
  ])
})
